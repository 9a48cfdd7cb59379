// Shows a record. What happened and what the rules say of it has been worked out before: the list of actions tells
// what led to each step, and the data how the cards lie then and what is legal.
"use strict";

const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent);
const links = [...document.querySelectorAll("nav a")];
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const [WIDTH, HEIGHT] = data.card;

// A step tells only those piles and faces that are other than in the step before.
const moments = [];
for (const step of data.steps) {
  const { piles, faces } = moments.at(-1) ?? {};
  moments.push({ ...step, piles: { ...piles, ...step.piles }, faces: { ...faces, ...step.faces } });
}
const end = moments.length - 1;

let now = 0; // the number of the step that is shown
let ticking; // while it plays by itself
let naming; // until the address has the number

function make(name, attributes = {}, ...content) {
  const isDrawn = ["rect", "text", "use"].includes(name);
  const element = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

// ---------------------------------------------------------------------------------------------- where things lie

const GAP = 8;
const LINE = 26; // the room of a line of text, and of the number of a house
const FAN = 3.4 * WIDTH; // the room of a house
const CENTRE = FAN + LINE + GAP;
const BOARD = 2 * (CENTRE + WIDTH) + GAP;
const hasReserves = moments[0].piles["reserve-0"].length > 0;
const half = Object.keys(moments[0].piles).filter((place) => place.startsWith("house")).length / 2;
const rows = Math.max(half, 4);
const rowAt = (row) => LINE + HEIGHT + 2 * GAP + row * (HEIGHT + GAP);
const bottom = rowAt(rows) + GAP;
const places = new Map(Object.keys(moments[0].piles).map((place) => [place, spotOf(...place.split("-"))]));

// Where the lowest card of a place lies; and where cards lie side by side, in which direction and in what room.
function spotOf(name, number) {
  const [isBelow, isRight] = [number === "0", number <= half];
  const own = (fromLeft) => ({ x: isBelow ? fromLeft : BOARD - WIDTH - fromLeft, y: isBelow ? bottom : LINE });
  switch (name) {
    case "reserve":
      return { ...own(BOARD - WIDTH), direction: isBelow ? -1 : 1, room: 5.5 * WIDTH };
    case "hand":
      return own(0);
    case "turned":
      return own(WIDTH + GAP);
    case "waste":
      return own(2 * (WIDTH + GAP));
    case "foundation":
      return { x: CENTRE + ((number - 1) % 2) * (WIDTH + GAP), y: rowAt(((number - 1) >> 1) + (rows - 4) / 2) };
    default: // a house, beside the reserve of its dealer
      return isRight
        ? { x: BOARD - FAN, y: rowAt(rows - number), direction: 1, room: FAN }
        : { x: FAN - WIDTH, y: rowAt(number - half - 1), direction: -1, room: FAN };
  }
}

// Where each card of a pile lies: side by side in a house, and in a reserve that is all open.
function spotsOf(place) {
  const { x, y, direction, room } = places.get(place);
  const pile = moments[now].piles[place];
  const isFan = direction && pile.length > 1 && pile.every((card) => isUp(faceOf(card)));
  const step = isFan ? direction * Math.min(0.42 * WIDTH, (room - WIDTH) / (pile.length - 1)) : 0;
  return pile.map((card, height) => ({ card, x: x + step * height, y }));
}

function drawPlaces() {
  at("table").setAttribute("viewBox", `-2 -2 ${BOARD + 4} ${bottom + HEIGHT + LINE + 4}`);
  for (const [place, { x, y, direction }] of places) {
    const [name, number] = place.split("-");
    const isPlace = name !== "reserve" || hasReserves;
    if (isPlace) at("places").append(make("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 5 }));
    if (name === "house") {
      write(direction > 0 ? x - LINE / 2 : x + WIDTH + LINE / 2, y + HEIGHT / 2 + GAP, "middle", number);
    } else if (name === "foundation") {
      write(x + WIDTH / 2, y + HEIGHT / 2 + 1.5 * GAP, "middle", "♠♥♦♣"[(number - 1) >> 1]).id = place;
    } else if (name !== "turned") {
      const isBelow = number === "0";
      const [side, anchor] = isBelow === (name === "hand") ? [x, "start"] : [x + WIDTH, "end"];
      write(side, isBelow ? y + HEIGHT + LINE - GAP : y - GAP, anchor).id = place;
    }
  }
}

function write(x, y, anchor, text = "") {
  const written = make("text", { x, y, "text-anchor": anchor }, text);
  at("places").append(written);
  return written;
}

// ------------------------------------------------------------------------------------------------------ the cards

const cards = Object.keys(moments[0].faces).map(() => make("use", { width: WIDTH, height: HEIGHT }));
const lying = new Map(); // where each card has been drawn last

const faceOf = (card) => moments[now].faces[card];
const isUp = (face) => face.toUpperCase() !== "XX";
const symbolOf = (face) => (isUp(face) ? `#c-${face.toUpperCase()}` : `#c-back-${face === "XX" ? 0 : 1}`);
const isBeginning = (step) => links[step].querySelector("code") === null;

function drawCards(isAnimated) {
  const before = isBeginning(now) ? moments[now] : moments[now - 1];
  const isMarked = (place, card) => !before.piles[place].includes(card) || before.faces[card] !== faceOf(card);
  const hasMarks = (place) => Number(moments[now].piles[place].some((card) => isMarked(place, card)));
  at("marks").replaceChildren();
  // Where something has changed is drawn last, so that cards on their way pass over all others.
  for (const place of [...places.keys()].sort((one, other) => hasMarks(one) - hasMarks(other))) {
    for (const { card, x, y } of spotsOf(place)) {
      drawCard(card, { x, y }, isAnimated);
      if (isMarked(place, card)) at("marks").append(make("rect", { x, y, width: WIDTH, height: HEIGHT, rx: 5 }));
    }
  }
}

function drawCard(card, spot, isAnimated) {
  const element = cards[card];
  const from = lying.get(card);
  lying.set(card, spot);
  element.setAttribute("href", symbolOf(faceOf(card)));
  element.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
  at("cards").append(element);
  for (const animation of element.getAnimations()) animation.cancel();
  if (isAnimated && !stillness.matches && (from.x !== spot.x || from.y !== spot.y)) {
    const transform = [from, spot].map(({ x, y }) => `translate(${x}px, ${y}px)`);
    element.animate({ transform }, { duration: 450, easing: "ease-in-out" });
  }
}

// ------------------------------------------------------------------------------------------------------- in words

const pileOf = (name, player) => moments[now].piles[`${name}-${player}`];

function writeLabels() {
  for (const player of [0, 1]) {
    const name = data.names[player].length > 16 ? `${data.names[player].slice(0, 15)}…` : data.names[player];
    const mark = player === moments[now].mover ? "▶ " : "";
    const reserve = hasReserves ? ` · reserve ${pileOf("reserve", player).length}` : "";
    at(`reserve-${player}`).textContent = `${mark}${name}${reserve}`;
    for (const pile of ["hand", "waste"]) at(`${pile}-${player}`).textContent = `${pile} ${pileOf(pile, player).length}`;
  }
}

// What led here, as the list of actions has it.
function tell() {
  const item = links[now].parentElement.cloneNode(true);
  const turn = links[now].closest("ol").previousElementSibling.textContent;
  const remarks = [...item.querySelectorAll("p")];
  for (const remark of remarks) remark.remove();
  item.firstChild.replaceWith(...item.firstChild.childNodes); // no second link
  at("told").replaceChildren(make("h2", {}, turn), make("p", {}, ...item.childNodes), ...remarks);
}

function listChoices() {
  const { mover, duties, choices } = moments[now];
  const players = [mover ?? 0, 1 - mover].filter((player) => choices[player].length);
  at("duties").replaceChildren(...duties.map((text) => make("li", {}, `Pending – ${text}`)));
  at("choices").replaceChildren(
    ...players.flatMap((player) => [
      make("h3", {}, `${data.names[player]} may`),
      make("ul", {}, ...choices[player].map(choice)),
    ]),
  );
}

function choice(number) {
  const [notation, words, breaks] = data.choices[number];
  const next = links[now + 1]?.querySelector("code")?.textContent;
  const item = make("li", {}, make("code", {}, notation), ` ${words}`);
  if (breaks.length) item.append(" ", make("em", {}, `(offence – ${breaks.join(", ")})`));
  if (notation === next) item.append(" ", make("strong", {}, "← comes next"));
  return item;
}

function describe() {
  at("words").replaceChildren(...moments[now].table.map((number) => make("li", {}, data.sentences[number])));
}

// ---------------------------------------------------------------------------------------------------------- control

function show(step, isAnimated = false) {
  now = Math.min(Math.max(step, 0), end);
  drawCards(isAnimated);
  writeLabels();
  tell();
  listChoices();
  describe();
  at("caption").textContent = moments[now].caption;
  at("slider").value = now;
  at("number").textContent = `${now} of ${end}`;
  at("slider").setAttribute("aria-valuetext", at("number").textContent);
  document.querySelector("[aria-current]")?.removeAttribute("aria-current");
  links[now].setAttribute("aria-current", "step");
  at("list").scrollTop = links[now].offsetTop - at("list").clientHeight / 2;
  clearTimeout(naming); // a browser lets a page change its address only so often
  naming = setTimeout(() => history.replaceState(null, "", `#${now}`), 200);
}

function play(isOn) {
  clearInterval(ticking);
  ticking = isOn ? setInterval(tick, 1500) : undefined;
  at("play").textContent = isOn ? "Pause" : "Play";
  at("told").setAttribute("aria-live", isOn ? "off" : "polite");
}

function tick() {
  if (now < end) show(now + 1, true);
  else play(false);
}

function toggle() {
  if (ticking === undefined && now === end) show(0);
  play(ticking === undefined);
}

function go(step) {
  play(false);
  show(step, Math.abs(step - now) === 1);
}

// The step that an address names.
const asked = (address) => Number.parseInt(new URL(address).hash.slice(1), 10) || 0;
const steps = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => end };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };

for (const [id, step] of Object.entries(steps)) at(id).addEventListener("click", () => go(step()));
at("play").addEventListener("click", toggle);
at("slider").addEventListener("input", () => go(Number(at("slider").value)));

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.key in keys) go(steps[keys[event.key]]());
  else if (event.key === " " && !event.target.closest("button, summary")) toggle();
  else return;
  event.preventDefault();
});

addEventListener("hashchange", (event) => {
  go(asked(event.newURL)); // meanwhile it may have got the number of the step before
  at("table").scrollIntoView({ block: "nearest" });
});

at("unscripted").remove();
at("player").hidden = false;
at("slider").max = end;
drawPlaces();
show(asked(location.href));
