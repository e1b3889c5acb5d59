/* Reads a page of `--output html=FILE` without a browser: `node page_reader.js PAGE HASH KEY...`. A small model of a document, in which a row is
   20 high and a box 200, so that what scrolls can be told. Prints what is to be seen, as JSON. */
"use strict";
const [page, hash, ...pressed] = process.argv.slice(2);
const text = require("fs").readFileSync(page, "utf8");
const scrolled = [];
const EMPTY = new Set(["meta", "input", "link", "br"]);

class Element {
  constructor(name) {
    Object.assign(this, { name, attributes: {}, children: [], parent: null, listeners: {}, style: {}, scrollTop: 0, value: "", checked: false });
    this.dataset = new Proxy(this.attributes, {
      get: (all, key) => all[`data-${key}`],
      set: (all, key, value) => { all[`data-${key}`] = String(value); return true; },
    });
    this.classList = {
      contains: (word) => this.words().includes(word),
      toggle: (word, wanted = !this.words().includes(word)) => { this.className = [...this.words().filter((it) => it !== word), ...(wanted ? [word] : [])].join(" "); },
      add: (word) => this.classList.toggle(word, true),
      remove: (word) => this.classList.toggle(word, false),
    };
  }
  words() { return (this.attributes.class ?? "").split(" ").filter(Boolean); }
  get className() { return this.attributes.class ?? ""; }
  set className(value) { this.attributes.class = value; }
  get hidden() { return "hidden" in this.attributes; }
  set hidden(value) { if (value) this.attributes.hidden = ""; else delete this.attributes.hidden; }
  get textContent() { return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join(""); }
  set textContent(value) { this.children = [String(value)]; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  removeAttribute(name) { delete this.attributes[name]; }
  append(...children) { for (const child of children) { if (child instanceof Element) child.parent = this; this.children.push(child); } }
  replaceChildren(...children) { this.children = []; this.append(...children); }
  addEventListener(kind, act) { (this.listeners[kind] ??= []).push(act); }
  dispatch(event) {
    event.target ??= this;
    for (const act of this.listeners[event.type] ?? []) act(event);
    if (this.parent) this.parent.dispatch(event); else for (const act of windowListeners[event.type] ?? []) act(event);
  }
  click() {
    if (this.attributes.type === "checkbox") { this.checked = !this.checked; this.dispatch({ type: "change" }); }
    else this.dispatch({ type: "click" });
  }
  focus() {} blur() {}
  scrollIntoView() { scrolled.push(this.attributes.id ?? this.name); }
  all() { return this.children.filter((child) => child instanceof Element).flatMap((child) => [child, ...child.all()]); }
  is(compound) {
    const parts = compound.match(/^[a-z0-9]+|#[\w-]+|\.[\w-]+|\[[^\]]+\]/gi) ?? [];
    return parts.every((part) => {
      if (part[0] === "#") return this.attributes.id === part.slice(1);
      if (part[0] === ".") return this.words().includes(part.slice(1));
      if (part[0] !== "[") return this.name === part;
      const [, name, , value] = part.match(/^\[([\w-]+)(="?([^"\]]*)"?)?\]$/);
      return name in this.attributes && (value === undefined || this.attributes[name] === value);
    });
  }
  matches(selectors) {
    return selectors.split(",").some((selector) => {
      const compounds = selector.trim().split(/\s+/);
      if (!this.is(compounds.pop())) return false;
      let above = this.parent;
      while (compounds.length && above) { if (above.is(compounds[compounds.length - 1])) compounds.pop(); above = above.parent; }
      return !compounds.length;
    });
  }
  querySelectorAll(selectors) { return this.all().filter((one) => one.matches(selectors)); }
  querySelector(selectors) { return this.querySelectorAll(selectors)[0] ?? null; }
  getBoundingClientRect() {
    const box = ["lanes", "source"].map((id) => document.getElementById(id)).find((one) => one && (one === this || one.all().includes(this)));
    let top = 100, height = 200;
    if (box && box !== this) {
      const rows = box.querySelectorAll("tr, div");
      const row = rows.findIndex((one) => one === this || one.all().includes(this));
      [top, height] = [100 + 20 * Math.max(row, 0) - box.scrollTop, 20];
    }
    return { top, height, bottom: top + height, left: 0, right: 300, width: 300 };
  }
}

const windowListeners = {};
const root = new Element("html");
const document = {
  documentElement: root,
  getElementById: (id) => root.all().find((one) => one.attributes.id === id) ?? null,
  querySelectorAll: (selectors) => root.querySelectorAll(selectors),
  querySelector: (selectors) => root.querySelector(selectors),
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
};
let open = root;
const scripts = [];
const unescaped = (word) => word.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, "\"").replace(/&amp;/g, "&");
for (let rest = text.slice(text.indexOf("<head>")); rest;) {
  const tag = rest.match(/^<(\/?)([a-z0-9]+)((?:[^>"]|"[^"]*")*)>/i);
  if (!tag) {
    const end = rest.indexOf("<", 1);
    open.append(unescaped(end < 0 ? rest : rest.slice(0, end)));
    rest = end < 0 ? "" : rest.slice(end);
    continue;
  }
  rest = rest.slice(tag[0].length);
  if (tag[1]) { while (open.name !== tag[2] && open.parent) open = open.parent; open = open.parent ?? root; continue; }
  const made = new Element(tag[2]);
  for (const [, name, , value] of tag[3].matchAll(/([\w-]+)(="([^"]*)")?/g)) made.attributes[name] = unescaped(value ?? "");
  if ("checked" in made.attributes) made.checked = true;
  open.append(made);
  if (tag[2] === "script" || tag[2] === "style") {
    const end = rest.indexOf(`</${tag[2]}>`);
    made.textContent = rest.slice(0, end);
    if (tag[2] === "script" && !made.attributes.type) scripts.push(rest.slice(0, end));
    rest = rest.slice(end + tag[2].length + 3);
  } else if (!EMPTY.has(tag[2])) open = made;
}

const location = { hash };
const history = { replaceState: (state, title, address) => { location.hash = address; } };
const names = { document, location, history, innerHeight: 900, scrollY: 0, matchMedia: () => ({ matches: false }),
  addEventListener: (kind, act) => (windowListeners[kind] ??= []).push(act) };
for (const script of scripts) new Function(...Object.keys(names), script)(...Object.values(names));

const at = (id) => document.getElementById(id);
const body = root.querySelector("body");
const look = () => {
  const row = root.querySelector("#lanes tr.now"), [box, line] = [at("lanes").getBoundingClientRect(), row?.getBoundingClientRect()];
  return { position: at("position").textContent, said: at("said").textContent, address: location.hash,
    isInView: !row || (line.top >= box.top && line.bottom <= box.bottom), current: root.querySelectorAll("[aria-current=step]").length };
};
const seen = { opened: { ...look(), scrolled: [...scrolled] }, steps: [] };
for (const key of pressed) {
  body.dispatch({ type: "keydown", key, preventDefault() {} });
  seen.steps.push(look());
}
seen.verdict = at("verdict").textContent;
seen.programs = root.querySelectorAll("#index tbody tr").length;
seen.findings = root.querySelectorAll("#index li button").map((button) => button.textContent);
seen.colours = [...new Set(root.all().flatMap((one) => one.words().filter((word) => word.startsWith("c-"))))].sort();
seen.source = root.querySelectorAll("#source .line").map((line) => line.children[2].textContent);
body.dispatch({ type: "keydown", key: "Home", preventDefault() {} });
seen.atStart = root.querySelectorAll("#state tbody tr").map((row) => row.children.slice(0, 2).map((cell) => cell.textContent));
root.querySelectorAll("#index li button").at(-1)?.click();
seen.chosen = { file: at("file").textContent, address: location.hash };
console.log(JSON.stringify(seen));
