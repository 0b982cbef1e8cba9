import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { tickModel } from '../support/model-pickers.ts'
import { namesOf, pane, panes, promptTo, serveWindow } from '../support/served-window.ts'

const PROGRAM = join(import.meta.dirname, '../support/outside-agent/scripted-agent.ts')
const MODEL = 'claude-sonnet-4-5'

test('an outside agent answers, asks, plans and ends, and a model continues its conversation', async ({ browser }) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-outside-'))
  const env = { SCRIPTED_AGENT_STATE: join(folder, 'state.json'), SCRIPTED_AGENT_LOG: join(folder, 'log.jsonl') }
  const outside = {
    scripted: { command: process.execPath, args: [PROGRAM], env },
    gone: { command: join(folder, 'no-such-program') },
  }
  const served = await serveWindow(browser, {}, { outside_agents: outside })
  const page = await served.open()
  const dialog = page.getByRole('dialog')
  let name = ''
  const say = async (text: string) => {
    await promptTo(page, name).fill(text)
    await promptTo(page, name).press('Enter')
  }

  await test.step('the palette leads to a list of programs, and one of them to a new agent', async () => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/Search/).fill('New outside agent')
    await page.keyboard.press('Enter')
    const gone = dialog.getByRole('listitem', { name: 'gone' })
    await expect(gone).toContainText('Not found:')
    await expect(gone.getByRole('button')).toBeDisabled()
    await expect(dialog.getByRole('listitem', { name: 'Claude Code' })).toContainText(/Claude Code \d+\.\d+\.\d+/)
    await dialog.getByRole('button', { name: 'New agent with scripted' }).click()
    await expect(panes(page)).toHaveCount(1)
    name = (await namesOf(page))[0] ?? ''
    await expect(pane(page, name)).toContainText('scripted · outside')
  })

  await test.step('its plan is a checklist, and its edit is asked about with the difference', async () => {
    await page.getByRole('treeitem', { name: new RegExp(name) }).press('F2')
    await page.getByRole('textbox', { name: 'Agent name' }).fill('Visitor')
    await page.getByRole('textbox', { name: 'Agent name' }).press('Enter')
    name = 'Visitor'
    await page.getByRole('treeitem', { name: /Visitor/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Working folder…' }).click()
    await dialog.getByRole('textbox').fill(folder)
    await dialog.getByRole('button', { name: 'Set folder' }).click()
    await expect(dialog).toHaveCount(0)
    await writeFile(join(folder, 'note.txt'), 'old\n')
    await say('edit the note')
    const allow = pane(page, name).getByRole('button', { name: /^Allow once/ })
    await expect(allow).toBeVisible()
    await expect(readFile(join(folder, 'note.txt'), 'utf8')).resolves.toBe('old\n')
    await allow.click()
    await expect(pane(page, name)).toContainText('Done with once.')
    await expect(readFile(join(folder, 'note.txt'), 'utf8')).resolves.toBe('new\n')
    const plan = pane(page, name).getByRole('region', { name: 'Plan' })
    await expect(plan).toContainText('1 of 2 done')
    await expect(plan.getByRole('listitem')).toHaveText(['Done: Look', 'In progress: Edit'])
  })

  await test.step('its settings are chips at the prompt, and its commands are completed and sent', async () => {
    const settings = pane(page, name).getByRole('group', { name: 'Settings of the outside agent' })
    await expect(settings.getByRole('button')).toHaveText(['Ask', 'Small', 'Fast: Off'])
    await settings.getByRole('button', { name: 'Model: Small. Change' }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Big' }).press('Enter')
    await expect(settings.getByRole('button', { name: 'Model: Big. Change' })).toBeVisible()
    expect(await readFile(env.SCRIPTED_AGENT_LOG, 'utf8')).toMatch(/set_config_option.*"value":"big"/)
    await promptTo(page, name).pressSequentially('/rev')
    await expect(page.getByRole('option', { name: /\/review WHAT.*scripted: Reviews the folder\./ })).toBeVisible()
    await promptTo(page, name).press('Tab')
    await promptTo(page, name).pressSequentially('this')
    await promptTo(page, name).press('Enter')
    await expect(pane(page, name)).toContainText('Heard 2: /review this')
  })

  await test.step('the inspector says what is not known, and /compress is refused', async () => {
    await page.keyboard.press('Control+i')
    const inspector = page.getByRole('complementary', { name: 'Context inspector' })
    await expect(inspector).toContainText('scripted keeps its own context. ikigai can’t show or change it.')
    await expect(inspector.getByRole('listitem').filter({ hasText: /^You.*edit the note/s })).toHaveCount(1)
    await say('/compress')
    await expect(pane(page, name)).toContainText('which ikigai cannot compress')
  })

  await test.step('a program that ends leaves its last words and can be started again', async () => {
    await promptTo(page, name).fill('')
    await say('crash')
    await expect(pane(page, name)).toContainText('The program has ended with code 3')
    await expect(pane(page, name)).toContainText('The engine is on fire.')
    await expect(pane(page, name).getByRole('button', { name: 'Restart' })).toBeVisible()
  })

  await test.step('another model continues with what was said', async () => {
    await pane(page, name).getByRole('button', { name: 'Continue with another model…' }).click()
    await tickModel(dialog, MODEL)
    await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('What happened?')
    await dialog.getByRole('button', { name: /^Fork/ }).click()
    await expect(panes(page)).toHaveCount(2)
    await expect.poll(() => served.simulator.requests.at(-1)?.bodyText ?? '').toContain('What happened?')
    const sent = served.simulator.requests.at(-1)?.bodyText ?? ''
    expect(sent).toContain('edit the note')
    expect(sent).toContain('Done with once.')
  })

  await served.close()
  await rm(folder, { recursive: true, force: true })
})
