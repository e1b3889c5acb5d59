/* Raddle in Visual Studio Code: starts `raddle lsp`, and opens the page of a violation. */
"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { execFile } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

let client;

function settings() {
  const all = vscode.workspace.getConfiguration("raddle");
  return { command: all.get("command", "raddle"), options: all.get("arguments", []) };
}

async function start() {
  const { command, options } = settings();
  const server = { command, args: ["lsp", "--", ...options] };
  const documents = { documentSelector: [{ scheme: "file", language: "c" }] };
  client = new LanguageClient("raddle", "Raddle", server, documents);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(`Raddle does not start (${error.message}). The setting raddle.command names the command.`);
  }
}

/* Checks a property of a file once more, for its page. A violation is exit status 10. */
function stepThrough(uri, property) {
  const { command, options } = settings();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raddle-"));
  const page = path.join(folder, "violation.html");
  const file = vscode.Uri.parse(uri).fsPath;
  return new Promise((done) => {
    execFile(command, ["check", ...options, "-p", property, "--output", `html=${page}`, "--", file], (error, _, message) => {
      if (fs.existsSync(page)) vscode.env.openExternal(vscode.Uri.file(page));
      else vscode.window.showErrorMessage(`Raddle has written no page: ${message || (error && error.message)}`);
      done();
    });
  });
}

async function stop() {
  if (client) await client.stop();
  client = undefined;
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("raddle.stepThrough", stepThrough),
    vscode.commands.registerCommand("raddle.restart", async () => { await stop(); await start(); }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
