// The live page in a real browser: while a stream is learned the curve moves, an example is tried, a challenger is promoted. Screenshots in both colour
// schemes and at a phone's width go to a folder. `cargo xtask page` runs it.
//
//   node page.mjs NOREGRET FOLDER_OF_NODE_MODULES CHROMIUM SCREENSHOTS
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [noregret, modules, executablePath, shots] = process.argv.slice(2);
const { chromium } = createRequire(join(modules, 'x'))('playwright-core');
mkdirSync(shots, { recursive: true });
const must = (fact, what) => { if (!fact) throw new Error(what); console.log('ok: ' + what); };
const token = 'a-token-of-a-test-0123';

async function serve(...flags) {
  const data = mkdtempSync(join(tmpdir(), 'noregret-page-'));
  writeFileSync(join(data, 'tokens'), token + '\n');
  const all = ['serve', '--data', data, '--listen', '127.0.0.1:0', ...flags.map(flag => flag === 'TOKENS' ? join(data, 'tokens') : flag)];
  const child = spawn(noregret, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise((found, failed) => {
    let said = '';
    child.stderr.on('data', some => { said += some; const at = said.match(/listening on (http:\S+)/); if (at) found(at[1]); });
    child.on('exit', code => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  const end = () => new Promise(done => { child.removeAllListeners('exit'); child.on('exit', code => { rmSync(data, { recursive: true }); done(code); }); child.kill('SIGTERM'); });
  return { url, end };
}

const headers = { Authorization: 'Bearer ' + token };
const ask = async (url, method, path, body, kind = 'application/json') => {
  const answer = await fetch(url + path, { method, body, headers: { ...headers, 'Content-Type': kind } });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

let k = 0;
function example() {
  k += 1;
  const city = ['Oslo', 'Rome', 'Lima', 'Kyiv'][k % 4], price = (k * 7 % 50) / 10, drift = k > 6000;
  const label = Number((city === 'Oslo') !== drift ? price < 3.5 : price > 4);
  return { label, price, city, hour: k % 24, ad: 'a-rather-long-name-of-an-advertisement-' + k % 9 };
}
const lines = n => Array.from({ length: n }, () => JSON.stringify(example())).join('\n');

const server = await serve('--token-file', 'TOKENS');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
let learning = true, stream = null;
try {
  const labels = ['0', '1'];
  await ask(server.url, 'PUT', '/v1/models/ads', JSON.stringify({ algorithm: 'ada-diag', loss: 'logistic', labels, parameters: { eta: 0.01 }, challengers: [{ name: 'auto', algorithm: 'auto', loss: 'logistic', labels }, { name: 'slow', algorithm: 'ada-diag', loss: 'logistic', labels, parameters: { eta: 0.001 } }] }));
  await ask(server.url, 'PUT', '/v1/models/prices', JSON.stringify({ loss: 'squared' }));
  await ask(server.url, 'POST', '/v1/models/ads/learn', lines(4000), 'application/x-ndjson');
  stream = (async () => {
    while (learning) {
      await ask(server.url, 'POST', '/v1/models/ads/learn', lines(40), 'application/x-ndjson');
      const { label, ...rest } = example();
      await ask(server.url, 'POST', '/v1/models/ads/predict', JSON.stringify({ id: 'p' + k, ...rest }));
      if (k % 3) await ask(server.url, 'POST', '/v1/models/ads/label', JSON.stringify({ id: 'p' + k, label }));
      await new Promise(done => setTimeout(done, 40));
    }
  })();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  const page = await context.newPage();
  const foreign = [], errors = [];
  page.on('request', request => { if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url()); });
  page.on('pageerror', error => errors.push(String(error)));
  await page.goto(server.url + '/#ads');
  await page.waitForSelector('#entry:not([hidden])');
  must(await page.locator('#model').isHidden(), 'without a token nothing is shown');
  await page.screenshot({ path: join(shots, 'token.png') });
  await page.fill('#token', token);
  await page.click('#entry button');
  await page.waitForSelector('#model:not([hidden]) svg#curve path.curve');
  const curve = () => page.locator('#curve path.curve').getAttribute('d');
  const examples = async () => Number((await page.locator('#n-examples').textContent()).replaceAll(',', ''));
  const [first, count] = [await curve(), await examples()];
  await page.waitForFunction(([before]) => document.querySelector('#curve path.curve').getAttribute('d') !== before, [first], { timeout: 20000 });
  must(await curve() !== first && await examples() > count, 'the curve moves while a stream is learned');
  must(await page.locator('#curve path.band').count() === 1, 'the curve has its band');
  must(await page.locator('#weights tr').count() > 5 && (await page.locator('#weights').textContent()).includes('city'), 'weights have names');
  must(await page.locator('#learners tbody tr, #learners tr').count() >= 4, 'champion and challengers are listed');
  must(Number((await page.locator('#late').textContent()).match(/waiting\s*([\d,]+)/)[1].replaceAll(',', '')) > 0, 'predictions wait for labels');
  await page.fill('#example', '{"price": 2.5, "city": "Oslo", "hour": 3}');
  await page.click('#try button');
  await page.waitForFunction(() => /margin/.test(document.querySelector('#answer').textContent));
  const parts = await page.locator('#parts').textContent();
  must(parts.includes('city=Oslo') && parts.includes('price'), 'a prediction is made and taken apart');
  await page.screenshot({ path: join(shots, 'light.png'), fullPage: true });
  await page.fill('#example', '{"price": ');
  await page.click('#try button');
  await page.waitForFunction(() => !/margin/.test(document.querySelector('#answer').textContent) && document.querySelector('#answer').textContent.length > 10);
  must(await page.locator('#parts tr').count() === 0, 'a mistake in an example is told');
  await page.locator('#learners tr', { hasText: 'auto' }).locator('button.promote').click();
  await page.waitForFunction(() => document.querySelector('#n-champion').textContent === 'auto', null, { timeout: 20000 });
  must(true, 'a challenger is promoted');
  await page.waitForFunction(() => /share/.test(document.querySelector('#lanes').textContent), null, { timeout: 20000 });
  must(true, 'its lanes are shown');
  await page.click('nav a:has-text("prices")');
  await page.waitForFunction(() => document.querySelector('#n-champion').textContent === 'first' && document.querySelector('#n-examples').textContent === '0');
  must(await page.locator('#curve').textContent() === 'nothing yet', 'another model is shown, which has learned nothing');
  await page.screenshot({ path: join(shots, 'empty.png'), fullPage: true });
  await page.click('nav a:has-text("ads")');
  await page.waitForSelector('svg#curve path.curve');
  must(foreign.length === 0, 'nothing is asked of others');
  must(errors.length === 0, 'no error in the page: ' + errors.join());

  const looks = [['dark', 1280, 'dark'], ['phone', 390, 'light'], ['phone-dark', 390, 'dark']];
  for (const [name, width, colorScheme] of looks) {
    const other = await browser.newContext({ viewport: { width, height: 844 }, colorScheme, deviceScaleFactor: width < 500 ? 2 : 1 });
    await other.addInitScript(token => sessionStorage.setItem('token', token), token);
    const page = await other.newPage();
    await page.goto(server.url + '/#ads');
    await page.waitForSelector('svg#curve path.curve');
    await page.fill('#example', '{"price": 2.5, "city": "Oslo", "hour": 3}');
    await page.click('#try button');
    await page.waitForFunction(() => /margin/.test(document.querySelector('#answer').textContent));
    await page.waitForTimeout(2200);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    must(wide <= 0, `${name}: nothing is wider than the screen (${wide})`);
    await page.screenshot({ path: join(shots, name + '.png'), fullPage: true });
    await other.close();
  }
} finally {
  learning = false;
  await (stream || Promise.resolve()).catch(() => {});
  await browser.close();
  const code = await server.end();
  must(code === 0, 'SIGTERM ends it with 0');
}
