/* `node test.js`: the manifest and the extension fit, and the server is started, without Visual Studio Code and its packages. */
"use strict";
const assert = require("assert");
const Module = require("module");
const fs = require("fs");
const os = require("os");
const path = require("path");

const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "package.json"), "utf8"));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raddle-test-"));
/* In place of the command: it writes the page that it is asked for, and answers as for a violation. */
const command = path.join(folder, "raddle");
fs.writeFileSync(command, "#!/bin/sh\nfor word; do case $word in html=*) echo \"$*\" > \"${word#html=}\";; esac; done\nexit 10\n", { mode: 0o755 });

const seen = { clients: [], commands: {}, opened: [], errors: [] };
let fails = false;
const values = { command, arguments: ["--timeout", "5s"] };
const vscode = {
  workspace: { getConfiguration: (section) => { assert.strictEqual(section, "raddle"); return { get: (key) => values[key] }; } },
  commands: { registerCommand: (name, act) => { seen.commands[name] = act; return { dispose() {} }; } },
  window: { showErrorMessage: (text) => seen.errors.push(text) },
  env: { openExternal: (uri) => seen.opened.push(uri.fsPath) },
  Uri: { parse: (text) => ({ fsPath: decodeURIComponent(text.replace("file://", "")) }), file: (name) => ({ fsPath: name }) },
};
class LanguageClient {
  constructor(id, name, server, documents) { Object.assign(this, { id, name, server, documents, state: "new" }); seen.clients.push(this); }
  async start() { if (fails) throw new Error("not found"); this.state = "started"; }
  async stop() { this.state = "stopped"; }
}
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest));

(async () => {
  const extension = require(path.join(__dirname, manifest.main));
  const context = { subscriptions: [] };
  await extension.activate(context);
  const [client] = seen.clients;
  assert.deepStrictEqual(client.server, { command, args: ["lsp", "--", "--timeout", "5s"] });
  assert.deepStrictEqual(client.documents.documentSelector, [{ scheme: "file", language: "c" }]);
  assert.strictEqual(client.state, "started");
  assert.deepStrictEqual(manifest.activationEvents, ["onLanguage:c"]);
  const contributed = manifest.contributes.commands.map((one) => one.command).sort();
  assert.deepStrictEqual(Object.keys(seen.commands).sort(), contributed);
  assert.deepStrictEqual(Object.keys(manifest.contributes.configuration.properties).sort(), ["raddle.arguments", "raddle.command"]);
  assert.strictEqual(context.subscriptions.length, contributed.length);

  await seen.commands["raddle.stepThrough"]("file:///tmp/a%20b.c", "data-race");
  assert.strictEqual(seen.opened.length, 1);
  assert.match(fs.readFileSync(seen.opened[0], "utf8"), /^check --timeout 5s -p data-race --output html=.* -- \/tmp\/a b\.c\n$/);

  await seen.commands["raddle.restart"]();
  assert.deepStrictEqual(seen.clients.map((one) => one.state), ["stopped", "started"]);
  await extension.deactivate();
  assert.strictEqual(seen.clients[1].state, "stopped");
  fails = true;
  await seen.commands["raddle.restart"]();
  assert.match(seen.errors[0], /raddle\.command/);
  fs.rmSync(folder, { recursive: true });
  console.log("the extension starts the server, opens pages and stops");
})().catch((error) => { console.error(error); process.exit(1); });
