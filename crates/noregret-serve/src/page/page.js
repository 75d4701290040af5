'use strict';
const $ = id => document.getElementById(id);
const told = (n, digits = 4) => n === null || n === undefined ? '–' : Math.abs(n) >= 1e5 || (n !== 0 && Math.abs(n) < 1e-4) ? n.toExponential(2) : String(+n.toFixed(digits));
const whole = n => n === null || n === undefined ? '–' : Number(n).toLocaleString('en');
const bytes = n => n < 1024 ? n + ' B' : n < 1048576 ? (n / 1024).toFixed(1) + ' KiB' : (n / 1048576).toFixed(1) + ' MiB';
let token = sessionStorage.getItem('token') || '', name = decodeURIComponent(location.hash.slice(1)), stream = null, before = null, names = '';

function node(tag, attributes, ...children) {
  const svg = ['path', 'line', 'rect', 'text'].includes(tag);
  const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) key === 'onclick' ? made.onclick = value : made.setAttribute(key, value);
  made.append(...children);
  return made;
}
// Cells: texts, numbers are set to the right, nodes as they are.
function table(id, head, rows) {
  const number = value => typeof value !== 'object' && !isNaN(parseFloat(value));
  const right = k => rows.some(row => number(row[k])) ? { class: 'number' } : {};
  const line = (tag, cells) => node('tr', {}, ...cells.map((value, k) => node(tag, right(k), value)));
  $(id).replaceChildren(...(head.length ? [line('th', head)] : []), ...rows.map(row => line('td', row)));
}
async function ask(path, options = {}) {
  const headers = { ...(options.headers || {}) };
  if (token) headers.Authorization = 'Bearer ' + token;
  const answer = await fetch(path, { ...options, headers });
  if (answer.status === 401) { $('entry').hidden = false; throw new Error('a token is needed'); }
  $('entry').hidden = true;
  return answer;
}

function draw(svg, points, band, bars) {
  // As wide as it is shown, so that texts have the same size everywhere.
  const wide = Math.max(200, svg.clientWidth || 800), high = 230;
  svg.setAttribute('viewBox', `0 0 ${wide} ${high}`);
  const [left, right, top, bottom] = [56, wide - 4, 8, high - 24];
  if (!points.length) { svg.replaceChildren(node('text', { x: wide / 2, y: high / 2, 'text-anchor': 'middle' }, 'nothing yet')); return; }
  // The band begins far apart: of it only what came since the first tenth has a say in what is shown.
  const later = (band || []).slice(Math.floor((band || []).length / 10));
  const values = points.map(p => p[1]).concat(later.flatMap(b => [b[1], b[2]]));
  let least = Math.min(...values), most = Math.max(...values);
  if (bars) least = Math.min(0, least);
  if (most === least) most = least + 1;
  const last = points[points.length - 1][0] || 1, first = bars ? 0 : points[0][0];
  const x = n => left + (right - left) * (n - first) / Math.max(1, last - first);
  const y = v => bottom - (bottom - top) * (Math.min(most, Math.max(least, v)) - least) / (most - least);
  const parts = [node('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom })];
  for (const v of [least, (least + most) / 2, most]) parts.push(node('text', { x: left - 8, y: y(v) + 4, 'text-anchor': 'end' }, told(v, 3)), node('line', { class: 'axis', x1: left, x2: right, y1: y(v), y2: y(v) }));
  parts.push(node('text', { x: left, y: high - 6 }, whole(first)), node('text', { x: right, y: high - 6, 'text-anchor': 'end' }, whole(last) + ' examples'));
  if (band && band.length > 1) parts.push(node('path', { class: 'band', d: 'M' + band.map(b => x(b[0]) + ' ' + y(b[2])).join('L') + 'L' + band.slice().reverse().map(b => x(b[0]) + ' ' + y(b[1])).join('L') + 'Z' }));
  if (bars) {
    const width = (right - left) / points.length;
    points.forEach((p, k) => parts.push(node('rect', { class: 'bar', x: left + k * width + .5, width: Math.max(.5, width - 1), y: Math.min(y(p[1]), y(0)), height: Math.abs(y(0) - y(p[1])) })));
  } else parts.push(node('path', { class: 'curve', d: 'M' + points.map(p => x(p[0]) + ' ' + y(p[1])).join('L') }));
  svg.replaceChildren(...parts);
}

function show({ model, portrait, traffic }) {
  $('model').hidden = false; $('none').hidden = true;
  const numbers = [['examples', whole(model.counts.examples)], ['champion’s loss', told(model.counts.loss)], ['champion’s mistakes', model.counts.mistakes === null ? '–' : told(100 * model.counts.mistakes, 2) + ' %'], ['record', whole(model.seq)], ['requests waiting', whole(model.requests_waiting)], ['champion', model.champion]];
  $('numbers').replaceChildren(...numbers.map(([what, value]) => node('div', {}, node('b', { id: 'n-' + what.replace(/\W+/g, '-') }, value), node('span', {}, what))));
  draw($('curve'), model.curve.map(p => [p.examples, p.mean]), model.curve.filter(p => p.band).map(p => [p.examples, p.band[0], p.band[1]]));
  $('curve-about').textContent = model.curve.some(p => p.band) ? 'with a band that holds at all times' : '';
  const [each, means] = model.stretches;
  draw($('stretches'), means.map((m, k) => [(k + 1) * each, m]), null, true);
  $('stretch-about').textContent = means.length ? whole(each) + ' examples each: a rise is drift' : '';
  const now = performance.now(), rates = traffic.map(t => {
    const old = before && before.traffic.find(o => o.what === t.what), seconds = before ? (now - before.at) / 1000 : 0;
    const count = old ? t.count - old.count : 0;
    return [t.what, old ? told(count / seconds, 0) + ' /s' : '–', count ? told(1000 * (t.seconds - old.seconds) / count, 2) + ' ms' : '–', whole(t.count)];
  });
  before = { at: now, traffic };
  table('traffic', ['requests', 'now', 'mean time', 'in all'], rates);
  $('judge').textContent = model.judge ? 'judged by ' + (model.judge === 'loss' ? 'loss' : 'mistakes') + ' over ' + whole(model.judged) + ' examples' : '';
  const range = r => r ? told(r[0], 3) + ' to ' + told(r[1], 3) : '–';
  const called = l => node('span', {}, l.name + ' ', node('small', {}, l.algorithm));
  // A button that is being pressed stays what it is.
  const pressed = $('learners').matches(':active') || $('learners').querySelector('button:focus-visible');
  if (!pressed) table('learners', ['learner', 'cost', 'lies in', 'behind the champion', 'verdict', ''], model.learners.map(l => [called(l), told(l.cost), range(l.interval), range(l.behind), l.champion ? 'champion' : node('span', { class: l.verdict }, l.verdict), l.champion ? '' : node('button', { class: 'promote', onclick: () => promote(l.name) }, 'Promote')]));
  if (portrait) {
    table('weights', [], portrait.weights.length ? portrait.weights.map(([feature, weight]) => [feature, told(weight)]) : [['None yet.']]);
    table('lanes', portrait.lanes.length ? ['lane', 'share', 'total loss'] : [], portrait.lanes.filter(l => l.share > .001).sort((a, b) => b.share - a.share).slice(0, 12).map(l => [l.name, told(100 * l.share, 1) + ' %', told(l.loss, 1)]));
    if (!portrait.lanes.length) table('lanes', [], [['This learner has none.']]);
  }
  table('log', [], [['last record', whole(model.logged)], ['durable up to', whole(model.safe)], ['segments', whole(model.segments)], ['bytes', bytes(model.log_bytes)], ['snapshots of records', model.snapshots.map(whole).join(', ')], ['weights not 0', portrait ? whole(portrait.active) : '–'], ['memory of the champion', portrait ? bytes(portrait.bytes) : '–']]);
  table('late', [], [['predictions waiting', whole(model.late.waiting)], ['bytes', bytes(model.late.bytes)], ['labelled', whole(model.late.labelled)], ['expired', whole(model.late.expired)], ['labels not understood yet', whole(model.undecided)]]);
}

async function promote(learner) {
  document.activeElement.blur();
  const answer = await ask('/v1/models/' + name + '/promote', { method: 'POST', body: JSON.stringify({ learner }) });
  if (!answer.ok) $('state').textContent = (await answer.json()).error;
}

$('try').onsubmit = async event => {
  event.preventDefault();
  const answer = await (await ask('/v1/models/' + name + '/predict?explain=true', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: $('example').value })).json().catch(error => ({ error: String(error) }));
  const first = answer.predictions && answer.predictions[0];
  $('answer').textContent = answer.error || (first && (first.error || (typeof first.prediction === 'string' ? first.prediction : told(first.prediction, 6)) + (first.margin === undefined ? '' : ' (margin ' + told(first.margin, 6) + ')'))) || 'no prediction';
  const parts = (answer.contributions || []).slice(0, 20), most = Math.max(...parts.map(p => Math.abs(p.adds[0] || 0)), 1e-300);
  table('parts', parts.length ? ['feature', 'value', 'adds', ''] : [], parts.map(p => [p.feature, told(p.value), p.adds.map(a => told(a)).join(' '), node('span', { class: 'amount' + (p.adds[0] < 0 ? ' minus' : ''), style: 'width:' + 8 * Math.abs(p.adds[0] || 0) / most + 'em' })]));
};

// Server-sent events, read by fetch: an EventSource cannot send a token.
async function follow() {
  if (stream) stream.abort();
  if (!name) return;
  const mine = stream = new AbortController();
  before = null;
  try {
    const answer = await ask('/v1/models/' + encodeURIComponent(name) + '/live', { signal: mine.signal });
    if (!answer.ok) { name = ''; $('model').hidden = true; return; }
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      let end;
      while ((end = text.indexOf('\n\n')) >= 0) {
        const data = text.slice(0, end).split('\n').filter(line => line.startsWith('data:')).map(line => line.slice(5).trim()).join('');
        text = text.slice(end + 2);
        if (data) { show(JSON.parse(data)); $('state').textContent = 'live'; }
      }
    }
  } catch (error) { if (mine.signal.aborted) return; $('state').textContent = String(error.message || error); }
  if (stream === mine) stream = null;
}

async function list() {
  try {
    const { models } = await (await ask('/v1/models')).json();
    const all = models.map(m => m.name);
    if (!all.includes(name)) name = '';
    if (!name && all.length) { name = all[0]; }
    if (names !== all.join() + ' ' + name) {
      names = all.join() + ' ' + name;
      $('models').replaceChildren(...all.map(m => node('a', { href: '#' + encodeURIComponent(m), ...(m === name ? { 'aria-current': 'page' } : {}) }, m)));
    }
    $('none').hidden = all.length > 0;
    if (!all.length) $('model').hidden = true;
    if (name && !stream) follow();
  } catch (error) { $('state').textContent = String(error.message || error); }
}
$('entry').onsubmit = event => { event.preventDefault(); token = $('token').value; sessionStorage.setItem('token', token); list(); };
addEventListener('hashchange', () => { name = decodeURIComponent(location.hash.slice(1)); names = ''; follow(); list(); });
list();
setInterval(list, 2000);
