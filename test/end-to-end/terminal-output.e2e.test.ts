import { once } from 'node:events'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import { expect, type Locator, type Page, test } from '@playwright/test'

import { closeAll } from '../support/close-all.ts'
import { newAgent, pane, promptTo, windowForTests, typeCode } from '../support/served-window.ts'

/** What programs print in a terminal: it is another's text, and must do no more than be shown. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let elsewhere: Server
let asked: (string | undefined)[]
let folder: string

test.beforeAll(async () => {
  asked = []
  elsewhere = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  folder = await realpath(await mkdir(join(served.workspace.directory, 'shop'), { recursive: true }).then(String))
})
test.afterAll(() => closeAll(elsewhere))

const osc = (text: string): string => `\u001B]${text}\u0007`
const dcs = (text: string): string => `\u001BP${text}\u001B\\`
const link = (address: string, text: string): string => `${osc(`8;;${address}`)}${text}${osc('8;;')}`
const coded = (text: string): string => Buffer.from(text).toString('base64')
const BODY = '<!doctype html><script>owned</script>'

/** The texts that are clicked, each of which leads somewhere. */
const linksTo = (address: string): Readonly<Record<string, string>> => ({
  'link-web': link(`${address}/link`, 'link-web'),
  'link-script': link('javascript:document.title="owned"', 'link-script'),
  'link-data': link(`data:text/html,${BODY}`, 'link-data'),
  'link-file': link('file:///etc/passwd', 'link-file'),
  'link-own': link('/no-session', 'link-own'),
  'plain-web': `plain-web${address}/plain`,
})

/** What asks the terminal, the page or the system to do something. */
const ordersTo = (address: string): readonly string[] => [
  ...['0', '1', '2'].map((kind) => osc(`${kind};owned`)),
  ...['c', 'p', 's', ''].map((selection) => osc(`52;${selection};${coded('owned')}`)),
  osc(`1337;CopyToClipboard=`) + 'owned' + osc('1337;EndCopy'),
  osc(`1337;Copy=:${coded('owned')}`),
  osc(`1337;OpenURL=:${coded(`${address}/open`)}`),
  osc(`1337;File=inline=1;name=${coded('x.html')}:${coded(BODY)}`),
  osc('1337;ShellIntegrationVersion=1') + osc('1337;RequestUpload=format=tgz'),
  osc('9;owned') + osc('99;;owned') + osc('777;notify;owned;owned'),
  osc(`7;file://evil.example${address}`) + osc('633;E;touch owned') + osc('133;C'),
  osc(`21337;${address}`) + osc('50;owned') + osc('8;;') + osc('104') + osc('110'),
  `\u001B_Ga=T,t=f,f=100;${coded('/etc/passwd')}\u001B\\`,
  `\u001B_Ga=T,t=t,f=100;${coded('/tmp/tty-graphics-protocol')}\u001B\\`,
  dcs('q#0;2;0;0;0~~') + dcs('1000p') + dcs(`1;2|17/${Buffer.from('owned').toString('hex')}`),
  ...['5i', '4i', '?5i', '?1i', '0i', '1i', '3;0;0t', '8;2;2t', '9;1t', '2t', '?1049h', '?1049l'].map(
    (order) => `\u001B[${order}`,
  ),
  `<img src="${address}/image"><script src="${address}/script"></script><iframe src="${address}/frame"></iframe>`,
]

/** What asks for an answer, which the terminal types as if the user did. */
const QUESTIONS: readonly string[] = [
  osc('2;owned') + '\u001B[21t\u001B[20t\u001B[22;0t\u001B[23;0t',
  ...['m', 'r', '"p', '"q', ' q', 'owned\r', 'x\u001B[c'].map((setting) => dcs(`$q${setting}`)),
  dcs(`+q${Buffer.from('owned').toString('hex')}`) + dcs(`+p${Buffer.from('owned').toString('hex')}`),
  ...['52;c;?', '52;p;?', '10;?', '11;?', '12;?', '4;1;?', '60', '50;?', '1337;ReportVariable=b3duZWQ=', '7;?'].map(
    osc,
  ),
  ...['c', '>c', '=c', '>q', '5n', '?6n', '?15n', '?25n', '?26n', '13t', '14t', '18t', '19t', '?1$p', '1$w', '1x'].map(
    (question) => `\u001B[${question}`,
  ),
  '\u0005',
]

/**
 * Asks all of it, reads the answers up to that of the last question, and writes them to a file. Answers may come before
 * the read begins, and would then be shown.
 */
const ASK = `stty -echo; IFS=; cat "$1"; printf '\\033[6n'
while read -rsN1 each; do answers+=$each; [[ $answers =~ \\[[0-9]+\\;[0-9]+R$ ]] && break; done
stty echo; printf %s "$answers" > answers; echo an''swered
`

async function openTerminal(page: Page): Promise<Locator> {
  const name = await newAgent(page)
  await page.getByRole('treeitem', { name: new RegExp(name) }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Working folder…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Set folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await promptTo(page, name).press('Control+`')
  await typeCode(page, served.app)
  const terminal = pane(page, name).getByRole('region', { name: 'Terminal' })
  await expect(terminal.getByRole('textbox')).toBeFocused()
  return terminal
}

/** Where something is shown. The terminal draws its rows anew whenever something is printed, so it may be gone for a moment. */
async function placeOf(shown: Locator): Promise<Exclude<Awaited<ReturnType<Locator['boundingBox']>>, null>> {
  await shown.waitFor()
  return (await shown.boundingBox()) ?? placeOf(shown)
}

/** Clicks a text as a user may. The terminal has an element over its text that gets the clicks. */
async function clickInEveryWay(page: Page, terminal: Locator, text: string): Promise<void> {
  const box = await placeOf(terminal.locator('.xterm-rows').getByText(text).first())
  for (const key of [null, 'Control', 'Meta', 'Shift', 'Alt'] as const) {
    if (key !== null) await page.keyboard.down(key)
    await page.mouse.move(box.x + 30, box.y + 5)
    await page.mouse.move(box.x + 20, box.y + 5, { steps: 3 })
    await page.mouse.click(box.x + 20, box.y + 5)
    if (key !== null) await page.keyboard.up(key)
  }
  await page.mouse.click(box.x + 20, box.y + 5, { button: 'middle' })
}

test('what programs print opens nothing, copies nothing, is not typed, and leaves the page alone', async () => {
  const page = await served.open()
  const bound = elsewhere.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`
  const links = linksTo(address)
  await writeFile(join(folder, 'links'), `${Object.values(links).join('\r\n')}\r\n`)
  await writeFile(join(folder, 'orders'), ordersTo(address).join(' '))
  await writeFile(join(folder, 'questions'), QUESTIONS.join(''))
  await writeFile(join(folder, 'ask.sh'), ASK)
  const terminal = await openTerminal(page)
  const lines = terminal.getByRole('listitem')
  const happened: string[] = []
  page.on('console', (message) => (message.type() === 'error' ? happened.push(message.text()) : undefined))
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => happened.push(`request: ${request.url()}`))
  served.context.on('page', (opened) => happened.push(`page: ${opened.url()}`))
  await page.evaluate(() => navigator.clipboard.writeText('of the user'))
  const before = { url: page.url(), title: await page.title() }

  await test.step('orders', async () => {
    await page.keyboard.type("PS1='> '; clear; cat orders; echo or''dered\n")
    await expect(lines.filter({ hasText: 'ordered' })).toHaveCount(1)
  })

  await test.step('answers', async () => {
    await page.keyboard.type('clear; bash ask.sh questions\n')
    await expect(lines.filter({ hasText: /^answered/ })).toHaveCount(1)
    const answers = await readFile(join(folder, 'answers'), 'utf8')
    // The question about its kind is answered, so the others were read too.
    expect(answers).toContain('\u001B[?')
    expect(answers).not.toMatch(/[\r\n]|owned|user|passwd/)
  })

  await test.step('links', async () => {
    // A middle click pastes what was selected last, perhaps by another test in this browser: it is read, and not shown.
    await page.keyboard.type("clear; cat links; echo li''sted; stty -echo; cat > pasted\n")
    await expect(lines.filter({ hasText: /^listed/ })).toHaveCount(1)
    for (const text of Object.keys(links)) await clickInEveryWay(page, terminal, text)
  })

  await test.step('a second look: a reload answers no question again', async () => {
    await terminal.getByRole('textbox').focus()
    await page.keyboard.press('Control+c')
    await page.keyboard.type("stty echo; clear; cat questions; printf '\\nbe''gun\\n'; cat > typed\n")
    await expect(lines.filter({ hasText: /begun/ })).toHaveCount(1)
    // Ends the line with the answers of the first time.
    await page.keyboard.type('\n')
    expect(happened).toEqual([])
    page.removeAllListeners('request')
    await page.reload()
    await expect(lines.filter({ hasText: /begun/ })).toHaveCount(1)
    await terminal.getByRole('textbox').focus()
    await page.keyboard.type('after\n')
    await page.keyboard.press('Control+d')
    await page.keyboard.type("echo re''ad\n")
    await expect(lines.filter({ hasText: /^read/ })).toHaveCount(1)
    expect((await readFile(join(folder, 'typed'), 'utf8')).split('\n').slice(1)).toEqual(['after', ''])
  })

  expect(happened).toEqual([])
  expect(asked).toEqual([])
  expect({ url: page.url(), title: await page.title() }).toEqual(before)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('of the user')
  await page.close()
})
