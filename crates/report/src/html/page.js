"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const element = (name, options = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(options)) {
      if (key === "text") made.textContent = value;
      else if (key === "class") made.className = value;
      else if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
      else if (value !== undefined && value !== null) made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child));
    return made;
  };
  const drawn = (name, options = {}) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(options)) made.setAttribute(key, value);
    return made;
  };
  const colour = (thread) => `var(--t${thread % 8})`;
  const short = (thread) => (thread === 0 ? "main" : `T${thread}`);

  /* The name of a file stands on top: places in its folder are named as from there. */
  for (const one of data.files) {
    const folder = one.name.slice(0, one.name.lastIndexOf("/") + 1);
    const near = (text) => (folder && text ? text.split(" ").map((word) => (word.startsWith(folder) ? word.slice(folder.length) : word)).join(" ") : text);
    for (const property of one.properties) {
      property.why = near(property.why);
      if (!property.trace) continue;
      property.trace.sentence = near(property.trace.sentence);
      property.trace.violation.message = near(property.trace.violation.message);
    }
    if (one.raced) one.raced.rows = one.raced.rows.map((cells) => cells.map(near));
  }

  /* What is shown: a file, one of its traces, and the number of steps that were taken. */
  let file = null, way = null, now = 0;
  /* The page as it is opened neither scrolls nor changes its address. */
  let isOpened = false;

  /* The address of what is shown: #step=7, with the file and the property where there are several. */
  function address() {
    const parts = [];
    if (data.files.length > 1) parts.push(`file=${data.files.indexOf(file) + 1}`);
    const traces = file.properties.filter((property) => property.trace);
    if (traces.length > 1) parts.push(`property=${traces.find((property) => property.trace === way).name}`);
    parts.push(`step=${now}`);
    return `#${parts.join("&")}`;
  }

  /* Shows what the address says. */
  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const number = Number(asked.get("file")) - 1;
    if (data.files[number] && data.files[number] !== file) chooseFile(number);
    else if (!file) chooseFile(0);
    const property = file.properties.find((one) => one.name === asked.get("property") && one.trace);
    if (property && property.trace !== way) chooseWay(property);
    if (way && /^\d+$/.test(asked.get("step") ?? "")) go(Number(asked.get("step")));
  }

  /* Scrolls a box, and nothing around it, as far as is needed to see a part of it. */
  function keepInView(box, part, below = 0) {
    const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
    if (inner.top < outer.top + below) box.scrollTop -= outer.top + below - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  }

  /* The steps take the height that is left of the window, so that the shown one is seen as the page opens; on a low window they keep a height
     of their own. */
  function fitLanes() {
    const room = innerHeight - (at("lanes").getBoundingClientRect().top + scrollY) - 16;
    at("lanes").style.maxHeight = room > 200 ? `${room}px` : "";
  }

  /* All programs with what was found in them. */
  function showIndex() {
    at("index").hidden = data.files.length < 2;
    const rows = data.files.flatMap((one, index) => {
      const open = (property) => () => { chooseFile(index); if (property) chooseWay(property); at("answers").scrollIntoView(); };
      const found = one.properties.filter((property) => property.trace);
      const list = found.map((property) => element("li", {}, element("button", { type: "button", class: "link",
        text: `${property.name}: ${property.trace.sentence}`, on: { click: open(property) } })));
      return element("tr", {}, element("td", { text: one.verdict, class: one.verdict }),
        element("td", {}, element("button", { type: "button", class: "link", text: one.name, on: { click: open(null) } })),
        element("td", {}, found.length ? element("ul", {}, ...list) : element("span", { text: one.reason ?? "" })));
    });
    const counts = ["UNSAFE", "UNKNOWN", "SAFE"].map((word) => `${data.files.filter((one) => one.verdict === word).length} ${word}`);
    at("index").replaceChildren(element("h2", { text: `${data.files.length} programs: ${counts.join(", ")}` }), element("table", {},
      element("thead", {}, element("tr", {}, ...["verdict", "program", "findings"].map((text) => element("th", { text, scope: "col" })))),
      element("tbody", {}, ...rows)));
  }

  function chooseFile(index) {
    file = data.files[index];
    way = null;
    at("files").value = index;
    at("verdict").textContent = file.verdict;
    at("verdict").className = `badge ${file.verdict}`;
    at("file").textContent = file.name;
    showAnswers();
    const first = file.properties.find((property) => property.trace);
    if (first) chooseWay(first); else at("way").hidden = true;
    showPlainSource(!first);
    showMore();
  }

  function showAnswers() {
    const rows = file.properties.map((property) => {
      const choose = () => property.trace && chooseWay(property);
      const row = element("tr", { on: { click: choose } },
        property.trace
          ? element("td", {}, element("button", { type: "button", class: "link", text: property.name, title: "Show how it comes about" }))
          : element("td", { text: property.name }),
        element("td", { text: property.verdict, class: property.verdict }),
        element("td", {}, element("span", { text: property.why }),
          property.advice ? element("div", { class: "advice", text: property.advice }) : null));
      if (property.trace) row.className = "has-trace";
      row.dataset.property = property.name;
      return row;
    });
    const table = element("table", {}, element("thead", {}, element("tr", {},
      ...["property", "verdict", "why"].map((text) => element("th", { text, scope: "col" })))), element("tbody", {}, ...rows));
    const messages = file.diagnostics.map((text) => element("pre", { text }));
    at("answers").replaceChildren(element("h2", { text: "Answers" }), table, ...messages);
    if (!file.properties.length && file.reason) at("answers").append(element("p", { text: file.reason }));
  }

  function chooseWay(property) {
    way = property.trace;
    for (const row of document.querySelectorAll("#answers tr"))
      row.classList.toggle("chosen", row.dataset.property === property.name);
    at("way").hidden = false;
    at("sentence").textContent = way.sentence;
    at("slider").max = way.steps.length;
    at("filter").value = "";
    if (!way.steps.some((step) => step.concerns_others)) at("all").checked = true;
    showLanes();
    go(way.racing ? way.racing[1] + 1 : way.steps.length);
  }

  /* The steps that are shown; the others are taken all the same. */
  function shownSteps() {
    const wanted = at("filter").value.trim().toLowerCase();
    const mentions = (step) => `${step.what} ${step.function}`.toLowerCase().includes(wanted);
    return way.steps.map((step, index) => ({ step, index }))
      .filter(({ step }) => (at("all").checked || step.concerns_others) && (!wanted || mentions(step)));
  }

  function showLanes() {
    const threads = Object.keys(way.threads).map(Number);
    const head = element("tr", {}, element("th", { text: "step" }), ...threads.map((thread) =>
      element("th", { text: way.threads[thread], scope: "col", style: `color: ${colour(thread)}; border-color: ${colour(thread)}` })));
    let last = null;
    const rows = shownSteps().map(({ step, index }) => {
      const cells = threads.map((thread) => thread === step.thread
        ? element("td", { text: step.what, class: step.held.length ? "mine in-lock" : "mine", style: `color: ${colour(thread)}`,
            title: `${step.file}:${step.line} in ${step.function}${step.held.length ? `\nholding ${step.held.join(", ")}` : ""}` })
        : element("td"));
      const row = element("tr", { on: { click: () => go(index + 1) } },
        element("td", { class: "number", text: `${index + 1} :${step.line}` }), ...cells);
      row.dataset.step = index;
      if (last !== null && last !== step.thread) row.classList.add("switch");
      if (way.racing && way.racing.includes(index)) row.classList.add("racing");
      if (way.repeats_from === index) row.classList.add("again");
      last = step.thread;
      return row;
    });
    const end = element("tr", { class: "end", on: { click: () => go(way.steps.length) } }, element("td", { class: "number", text: `:${way.violation.line}` }),
      element("td", { colspan: threads.length, text: ending() }));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows, end));
    at("lanes").replaceChildren(table, drawn("svg"));
    fitLanes();
    drawArrows();
  }

  /* What the last row says; a deadlock names its threads, and what goes on for ever is no step. */
  function ending() {
    const { message, thread } = way.violation;
    if (way.repeats_from !== null) return `!! and so on for ever, from step ${way.repeats_from + 1}`;
    return message.startsWith(`${short(thread)} `) ? `!! ${message}` : `!! ${short(thread)}: ${message}`;
  }

  /* An arrow from each write to the reads that return its value. */
  function drawArrows() {
    const svg = at("lanes").querySelector("svg");
    svg.replaceChildren();
    const origin = at("lanes").querySelector("table").getBoundingClientRect();
    const cell = (index) => at("lanes").querySelector(`tr[data-step="${index}"] td.mine`);
    svg.setAttribute("width", origin.width);
    svg.setAttribute("height", origin.height);
    way.steps.forEach((step, index) => {
      const isNow = index === now - 1;
      if (step.from === null || !(isNow || at("arrows").checked)) return;
      const writer = way.steps[step.from];
      if (writer.thread === step.thread && !isNow) return;
      const [one, other] = [cell(step.from), cell(index)];
      if (!one || !other) return;
      const [from, to] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const goesRight = from.left < to.left;
      const y1 = from.bottom - origin.top - 3, y2 = to.top - origin.top + to.height / 2;
      const x1 = (goesRight ? Math.min(from.left + 60, from.right) : from.left + 12) - origin.left;
      const x2 = (goesRight || from.left === to.left ? to.left + 3 : to.left + Math.min(90, to.width)) - origin.left;
      const path = drawn("path", { d: `M${x1},${y1} C${x1},${(y1 + y2) / 2} ${x2 + (goesRight ? -30 : 30)},${y2} ${x2},${y2}` });
      if (isNow) path.classList.add("now");
      const tip = goesRight || from.left === to.left ? -5 : 5;
      const point = drawn("path", { d: `M${x2 + tip},${y2 - 3} L${x2},${y2} L${x2 + tip},${y2 + 3}` });
      if (isNow) point.classList.add("now");
      svg.append(path, point);
    });
  }

  function go(count) {
    now = Math.max(0, Math.min(way.steps.length, count));
    at("slider").value = now;
    at("position").textContent = `step ${now} of ${way.steps.length}`;
    const taken = way.steps[now - 1];
    at("said").textContent = now === way.steps.length ? ending() : taken ? `step ${now}: ${short(taken.thread)} ${taken.what}` : "the start";
    let shown = null;
    for (const row of at("lanes").querySelectorAll("tbody tr")) {
      const index = row.dataset.step === undefined ? way.steps.length : Number(row.dataset.step);
      const isNow = index === now - 1 || (now === way.steps.length && row.classList.contains("end"));
      row.classList.toggle("now", isNow);
      row.removeAttribute("aria-current");
      row.classList.toggle("future", index >= now && !isNow);
      if (index <= now - 1) shown = row;
    }
    if (now === way.steps.length) shown = at("lanes").querySelector("tr.end");
    if (shown) shown.setAttribute("aria-current", "step");
    const head = at("lanes").querySelector("thead");
    if (shown) keepInView(at("lanes"), shown, head ? head.getBoundingClientRect().height : 0);
    if (isOpened) {
      // The steps are below the window, or above it.
      const box = at("lanes").getBoundingClientRect();
      if (box.top > innerHeight * 0.8 || box.bottom < innerHeight * 0.2) at("controls").scrollIntoView();
      try { history.replaceState(null, "", address()); } catch { /* A page that is not at an address of its own has none to change. */ }
    }
    drawArrows();
    showSource();
    showState();
  }

  /* The parts of C text that have a colour. A comment may go on from one line to the next. */
  const KEYWORDS = new Set(("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof " +
    "static struct switch typedef union volatile while _Atomic _Thread_local _Noreturn _Static_assert _Alignas _Generic").split(" "));
  const TYPES = new Set("void char short int long float double signed unsigned bool _Bool _Complex FILE".split(" "));
  const PARTS = /(\/\*.*?(?:\*\/|$))|(\/\/.*$)|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(\b(?:0[xX])?[0-9][0-9a-fA-F.xXuUlL]*\b)|([A-Za-z_]\w*)/g;
  function coloured(text, isComment) {
    const parts = [];
    let from = 0;
    const plain = (to) => { if (to > from) parts.push(element("span", { text: text.slice(from, to) })); };
    const add = (start, end, kind) => { plain(start); parts.push(element("span", { text: text.slice(start, end), class: `c-${kind}` })); from = end; };
    if (isComment) {
      const end = text.indexOf("*/");
      if (end < 0) return [[element("span", { text, class: "c-comment" })], true];
      add(0, end + 2, "comment");
      isComment = false;
    } else if (/^\s*#/.test(text)) {
      add(0, text.match(/^\s*#\s*\w*/)[0].length, "directive");
    }
    PARTS.lastIndex = from;
    for (let match = PARTS.exec(text); match; match = PARTS.exec(text)) {
      const [whole, block, line, quoted, number, word] = match;
      const kind = block || line ? "comment" : quoted ? "string" : number ? "number"
        : KEYWORDS.has(word) ? "keyword" : TYPES.has(word) || /_t$/.test(word) ? "type" : null;
      if (kind) add(match.index, match.index + whole.length, kind);
      if (block && !(block.length >= 4 && block.endsWith("*/"))) isComment = true;
    }
    plain(text.length);
    return [parts, isComment];
  }

  /* Lines with the threads that stand there. */
  function sourceLines(source, cursors, violated, current) {
    let isComment = false;
    const lines = source.lines.map((text, index) => {
      const [parts, goesOn] = coloured(text, isComment);
      isComment = goesOn;
      const number = index + 1;
      const marks = (cursors.get(number) || []).map((thread) =>
        element("span", { text: thread === 0 ? "M" : String(thread), style: `color: ${colour(thread)}`, title: way.threads[thread] }));
      if (!cursors.size && source.switches.includes(number)) marks.push(element("span", { text: "*", title: "a context switch may matter here" }));
      const remarks = (source.remarks[number] || []).map((remark) => element("span", { class: "remark", text: remark }));
      const line = element("div", { class: "line" }, element("span", { class: "no", text: String(number) }),
        element("span", { class: "marks" }, ...marks), element("span", {}, ...parts), ...remarks);
      line.classList.toggle("now", number === current);
      line.classList.toggle("violated", number === violated);
      return line;
    });
    return [element("div", { class: "file-name", text: source.name }), ...lines];
  }

  function showSource() {
    const positions = new Map();
    way.steps.slice(0, now).forEach((step) => positions.set(step.thread, step));
    const step = now > 0 ? way.steps[now - 1] : null;
    const isEnd = now === way.steps.length;
    const place = isEnd && !way.racing ? way.violation : step || way.violation;
    const source = file.sources.find((one) => one.name === place.file) || file.sources[0];
    if (!source) { at("source").hidden = true; return; }
    const cursors = new Map();
    for (const [thread, where] of positions) if (where.file === source.name)
      cursors.set(where.line, [...(cursors.get(where.line) || []), thread]);
    const violated = isEnd && way.violation.file === source.name ? way.violation.line : null;
    at("source").replaceChildren(...sourceLines(source, cursors, violated, place.line));
    const line = at("source").querySelector(".line.now");
    if (line) {
      const box = at("source").getBoundingClientRect();
      at("source").scrollTop += line.getBoundingClientRect().top - box.top - box.height / 2;
    }
  }

  /* Variables and locks: what they are now, and all that they were. */
  function showState() {
    const things = new Map();
    const first = new Map();
    way.steps.forEach((step, index) => {
      if (step.at_start && !first.has(step.at_start[0])) first.set(step.at_start[0], { index, value: step.at_start[1] });
      if (!step.change) return;
      const key = `${step.is_lock}${step.change[0]}`;
      if (!things.has(key)) things.set(key, { name: step.change[0], isLock: step.is_lock, changes: [] });
      things.get(key).changes.push({ index, thread: step.thread, value: step.change[1] });
    });
    const tables = [[false, "Variables", "value"], [true, "Locks", "state"]].map(([isLock, title, heading]) => {
      const rows = [...things.values()].filter((thing) => thing.isLock === isLock).map((thing) => {
        const past = thing.changes.filter((change) => change.index < now);
        const current = past[past.length - 1];
        const chips = thing.changes.map((change) => element("button", { type: "button", text: `${change.index + 1}: ${change.value}`, style: `color: ${colour(change.thread)}`,
          class: `chip${change.index < now ? " past" : ""}${change === current ? " current" : ""}`, on: { click: () => go(change.index + 1) } }));
        return element("tr", { class: current && current.index === now - 1 ? "changed" : "" }, element("td", { text: thing.name }),
          element("td", { text: current ? current.value : isLock ? "free" : atStart(first.get(thing.name), thing.changes[0]) }), element("td", { class: "chips" }, ...chips));
      });
      if (!rows.length) return null;
      return element("div", {}, element("h3", { text: title }), element("table", {}, element("thead", {}, element("tr", {},
        ...["name", heading, "over time (step: " + heading + ")"].map((text) => element("th", { text, scope: "col" })))), element("tbody", {}, ...rows)));
    });
    at("state").replaceChildren(...[waits(), racedTable(), ...tables].filter((part) => part));
  }

  /* The value before the first write, if a step reads it before that. */
  function atStart(read, write) {
    return read && read.index < write.index ? read.value : "as at the start";
  }

  /* A deadlock as a picture: who waits for what, and who holds that. */
  function waits() {
    const parts = way.violation.message.split("; ").map((text) => text.match(/^(main|T\d+) waits for (.*?)(?: held by (main|T\d+)|, which it holds itself)?$/));
    if (now < way.steps.length || !parts.length || parts.some((part) => !part)) return null;
    const width = 460, height = 34 * parts.length + 8;
    const svg = drawn("svg", { width: "100%", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": way.violation.message });
    parts.forEach(([, who, what, holder], row) => {
      const y = 6 + row * 34;
      const box = (x, text) => {
        svg.append(drawn("rect", { x, y, width: 110, height: 24, rx: 4 }));
        const label = drawn("text", { x: x + 55, y: y + 16, "text-anchor": "middle" });
        label.textContent = text.length > 19 ? `${text.slice(0, 18)}..` : text;
        svg.append(label);
      };
      const arrow = (x, word) => {
        svg.append(drawn("path", { d: `M${x},${y + 12} h58 m-6,-4 l6,4 l-6,4` }));
        const label = drawn("text", { x: x + 28, y: y + 8, "text-anchor": "middle", class: "word" });
        label.textContent = word;
        svg.append(label);
      };
      box(2, who); arrow(114, "waits for"); box(174, what);
      if (holder || /holds itself/.test(way.violation.message.split("; ")[row])) { arrow(286, "held by"); box(346, holder || who); }
    });
    return element("div", { id: "waits" }, element("h3", { text: "Who waits for whom" }), svg);
  }

  function racedTable() {
    if (!way.racing || !file.raced) return null;
    const rows = file.raced.rows.map((cells, index) => element("tr", { class: file.raced.open[index] ? "open-access" : "" }, ...cells.map((text) => element("td", { text }))));
    return element("div", {}, element("h3", { text: `All accesses to ${file.raced.location} (* nothing keeps them apart)` }),
      element("table", {}, element("tbody", {}, ...rows)));
  }

  function showPlainSource(isShown) {
    at("plainsource").hidden = !isShown || !file.sources.length;
    if (!at("plainsource").hidden) at("source2").replaceChildren(...file.sources.flatMap((source) => sourceLines(source, new Map(), null, null)));
  }

  function showMore() {
    const list = element("ul", {}, ...file.assumptions.map((text) => element("li", { text })));
    at("more").replaceChildren(element("details", {}, element("summary", { text: "What the answers hold under" }), list));
    at("footer").textContent = `raddle ${data.version}; ${file.seconds.toFixed(2)} s. Keys: left and right, Home, End; n and p to switches of threads; a all steps; r arrows; / filter; t light or dark.`;
  }

  function switchFrom(direction) {
    let index = now - 1;
    const thread = index >= 0 ? way.steps[index].thread : null;
    do index += direction; while (index >= 0 && index < way.steps.length && way.steps[index].thread === thread);
    go(index + 1);
  }

  /* To the next step that is shown. */
  function walk(direction) {
    const shown = shownSteps().map(({ index }) => index + 1);
    const next = direction > 0 ? shown.find((count) => count > now) : shown.reverse().find((count) => count < now);
    go(next === undefined ? (direction > 0 ? way.steps.length : 0) : next);
  }

  const acts = {
    first: () => go(0), last: () => go(way.steps.length), back: () => walk(-1), on: () => walk(1),
    "switch-back": () => switchFrom(-1), "switch-on": () => switchFrom(1),
  };
  const keys = { ArrowLeft: "back", k: "back", ArrowRight: "on", j: "on", Home: "first", End: "last", n: "switch-on", p: "switch-back" };
  const again = () => { showLanes(); go(now); };
  function changeTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
  }
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => acts[button.dataset.go]());
  at("slider").addEventListener("input", () => go(Number(at("slider").value)));
  at("all").addEventListener("change", again);
  at("arrows").addEventListener("change", drawArrows);
  at("filter").addEventListener("input", again);
  at("theme").addEventListener("click", changeTheme);
  addEventListener("resize", () => {
    if (!way) return;
    fitLanes();
    drawArrows();
  });
  addEventListener("keydown", (event) => {
    if (event.target.matches("input[type=search], select") || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "t") return changeTheme();
    if (!way) return;
    if (keys[event.key]) { event.preventDefault(); acts[keys[event.key]](); }
    else if (event.key === "a" || event.key === "r") at(event.key === "a" ? "all" : "arrows").click();
    else if (event.key === "/") { event.preventDefault(); at("filter").focus(); }
  });
  data.files.forEach((one, index) => at("files").append(element("option", { text: `${one.verdict} ${one.name}`, value: index })));
  at("files").hidden = data.files.length < 2;
  at("files").addEventListener("change", () => chooseFile(Number(at("files").value)));
  addEventListener("hashchange", () => data.files.length && follow());
  if (data.files.length) {
    showIndex();
    follow();
  }
  isOpened = true;
})();
