import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'

import { findBrowser } from '../support/find-browser.ts'
import { CHILD, ROOT } from './preview/preview-world.ts'
import { engineCalls, previewForTests } from './support/open-preview.ts'

const executablePath = findBrowser()

/** Opens an agent's menu in the tree and chooses from it. */
async function choose(page: Page, agent: RegExp, item: string): Promise<void> {
  await page.getByRole('treeitem', { name: agent }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** Opens what the gauge in an agent's header shows. */
async function openGauge(page: Page, agent: string): Promise<void> {
  await page
    .getByRole('region', { name: `Agent ${agent}` })
    .getByRole('button', { name: /^Context / })
    .click()
}

describe.skipIf(executablePath === null)(
  'what is asked about an agent (skipped where no Chrome or Chromium is installed)',
  () => {
    const preview = previewForTests(executablePath)

    it('exports a conversation to a file that bears the agent’s name', async () => {
      const page = await preview.page()
      await choose(page, /Tokens for the gateway/, 'Export…')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^ikigai-Tokens-for-the-gateway-\d{4}-\d\d-\d\d\.md$/)
      expect(await readFile(await file.path(), 'utf8')).toContain('### What that means for you')
      await page.getByText(/^Exported ikigai-Tokens.*kB\)/).waitFor()
      expect(await engineCalls(page, 'log.export')).toEqual([
        `log.export ${JSON.stringify({ format: 'markdown', agentId: ROOT })}`,
      ])
      await page.close()
    })

    it('keeps the buttons of a long form in sight, and draws all its checks in the accent', async () => {
      const page = await preview.page()
      await page.setViewportSize({ width: 1024, height: 768 })
      await fromPalette(page, 'run evaluation')
      const dialog = page.getByRole('dialog', { name: 'Run evaluation' })
      const box = await dialog.getByRole('button', { name: 'Run evaluation' }).boundingBox()
      const frame = await dialog.boundingBox()
      expect([box, frame].map((each) => each !== null)).toEqual([true, true])
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0))
      const accents = await dialog
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).accentColor))
      expect(new Set(accents).size).toBe(1)
      expect(accents).not.toContain('auto')
      await page.close()
    })

    it('redacts an agent only after a word is typed, and says what is lost and where it can still be', async () => {
      const page = await preview.page()
      await choose(page, /Tokens for the gateway/, 'Redact…')
      const dialog = page.getByRole('dialog', { name: 'Redact “Tokens for the gateway”?' })
      await dialog.getByText('3 messages, 1 attached file, and the text in the prompt box').waitFor()
      await dialog.getByText('This cannot be undone').waitFor()
      const submit = dialog.getByRole('button', { name: 'Redact', exact: true })
      await page.keyboard.press('Enter')
      await page.keyboard.type('redac')
      expect(await submit.isDisabled()).toBe(true)
      await page.keyboard.press('Enter')
      expect(await engineCalls(page, 'redaction.run')).toEqual([])
      await page.keyboard.type('t')
      await dialog.getByLabel('Reason').fill('a key')
      await submit.click()
      await dialog.getByText('/home/anna/backup').waitFor()
      expect(await engineCalls(page, 'redaction.run')).toEqual([
        `redaction.run ${JSON.stringify({ agentId: ROOT, reason: 'a key' })}`,
      ])
      await page.close()
    })

    it('exports everything from the palette', async () => {
      const page = await preview.page()
      await fromPalette(page, 'export')
      await page.getByRole('radio', { name: /^Everything/ }).check()
      const download = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      expect((await download).suggestedFilename()).toMatch(/^ikigai-everything-.*\.jsonl$/)
      expect(await engineCalls(page, 'log.export')).toEqual(['log.export {"format":"log","agentId":null}'])
      await page.close()
    })

    it('runs an agent again with another system prompt, and shows both runs side by side', async () => {
      const page = await preview.page()
      await fromPalette(page, 'rerun')
      const dialog = page.getByRole('dialog', { name: /^Rerun “.*”$/ })
      await dialog.getByRole('textbox', { name: 'Another system prompt' }).fill('Be a poet.')
      await dialog.getByRole('textbox', { name: /^Replace project instructions/ }).fill('Use spaces.')
      const scopes = dialog.getByRole('radio')
      expect(await scopes.evaluateAll((all) => all.map((each) => each.parentElement?.innerText.trim()))).toEqual([
        'all prompts of this agent',
        'all prompts of this agent and of its descendants',
      ])
      expect(await scopes.first().isChecked()).toBe(true)
      await dialog.getByRole('button', { name: 'Rerun', exact: true }).click()
      await page.getByRole('region', { name: /^B: / }).waitFor()
      expect(await engineCalls(page, 'reruns.start')).toEqual([
        `reruns.start ${JSON.stringify({ agentId: ROOT, system: 'Be a poet.', instructions: 'Use spaces.', onDifference: 'ask' })}`,
      ])
      await page.close()
    })

    it('runs an agent again with its descendants', async () => {
      const page = await preview.page()
      await fromPalette(page, 'rerun')
      const dialog = page.getByRole('dialog', { name: /^Rerun “.*”$/ })
      await dialog.getByRole('radio', { name: /and of its descendants$/ }).check()
      await dialog.getByText('The descendants follow one after the other').waitFor()
      await dialog.getByRole('button', { name: 'Rerun', exact: true }).click()
      await page.getByRole('region', { name: /^B: / }).waitFor()
      expect(await engineCalls(page, 'reruns.start')).toEqual([
        `reruns.start ${JSON.stringify({ agentId: ROOT, subtree: true, onDifference: 'ask' })}`,
      ])
      await page.close()
    })

    it('merges a branch back with an edited text, as long as the limit allows', async () => {
      const page = await preview.page()
      await page
        .getByRole('treeitem', { name: /GPT-5 mini/ })
        .first()
        .click()
      await fromPalette(page, 'merge into agent')
      const dialog = page.getByRole('dialog', { name: /^Merge “.*” into an agent$/ })
      const submit = dialog.getByRole('button', { name: 'Merge', exact: true })
      await dialog.getByText('more than the limit; the branch has 110').waitFor()
      expect(await submit.isDisabled()).toBe(true)
      await dialog.getByRole('textbox', { name: 'Text' }).fill('The gateway.')
      expect(await submit.isEnabled()).toBe(true)
      await submit.click()
      await dialog.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'comparisons.mergeBranch')).toEqual([
        `comparisons.mergeBranch ${JSON.stringify({ source: CHILD, into: ROOT, text: 'The gateway.', maxTokens: 5 })}`,
      ])
      await page.close()
    })

    it('sets a budget in dollars, and shows what was spent', async () => {
      const page = await preview.page()
      await choose(page, /Tokens for the gateway/, 'Set budget…')
      await page.getByRole('radio', { name: 'Dollars' }).check()
      const limit = page.getByRole('textbox', { name: 'Cost limit' })
      await limit.fill('much')
      await limit.press('Enter')
      await page.getByRole('alert').getByText('Enter an amount in dollars, such as 3 or $2.50.').waitFor()
      await limit.fill('$2.50')
      await limit.press('Enter')
      const budget = { scope: 'subtree', usd: 2.5, step: 2.5 }
      await expect
        .poll(() => engineCalls(page, 'budgets.set'))
        .toEqual([`budgets.set ${JSON.stringify({ agentId: ROOT, budget })}`])
      await openGauge(page, 'Tokens for the gateway')
      await page.getByRole('button', { name: /^Budget: .*\$\d+\.\d+ of \$2\.50 spent, including descendants/ }).click()
      await page.getByRole('radio', { name: 'Dollars', checked: true }).waitFor()
      expect(await limit.inputValue()).toBe('$2.50')
      await page.getByRole('button', { name: 'Remove the budget' }).click()
      await page.close()
    })

    it('sets a budget, shows what is used of it in the agent’s pane and those below, and removes it', async () => {
      const page = await preview.page()
      await choose(page, /Tokens for the gateway/, 'Set budget…')
      const limit = page.getByRole('textbox', { name: 'Token limit (input and output)' })
      await limit.fill('a lot')
      await limit.press('Enter')
      await page.getByRole('alert').getByText('Enter a number of tokens, such as 200,000 or 200k.').waitFor()
      await limit.fill('20k')
      await limit.press('Enter')
      const budget = { scope: 'subtree', tokens: 20_000, step: 20_000 }
      await expect
        .poll(() => engineCalls(page, 'budgets.set'))
        .toEqual([`budgets.set ${JSON.stringify({ agentId: ROOT, budget })}`])
      const used = 'Budget: 17k of 20k tokens used, including descendants. Change'
      await openGauge(page, 'Tokens for the gateway')
      await page.getByRole('button', { name: used }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await openGauge(page, 'd4e5f6')
      await page.getByRole('button', { name: /^Budget of “Tokens for the gateway”: 17k of 20k/ }).click()
      await page.getByRole('button', { name: 'Remove the budget' }).click()
      await openGauge(page, 'd4e5f6')
      await page.getByRole('button', { name: 'Set budget…' }).waitFor()
      await page.close()
    })

    it('shows the system prompt that holds, however long ago it was set, and keeps what was typed when it is refused', async () => {
      const page = await preview.page()
      await fromPalette(page, 'system prompt')
      const field = page.getByRole('textbox', { name: 'Instructions that every request begins with' })
      await expect.poll(() => field.inputValue()).toBe('You are a careful engineer.')
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
      await page.keyboard.press('Control+a')
      await page.keyboard.type('/refuse')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('Wait until the turn has ended.').waitFor()
      expect(await field.inputValue()).toBe('/refuse')
      await field.fill('Be brief.')
      await page.getByRole('button', { name: 'Save' }).click()
      await field.waitFor({ state: 'detached' })
      expect((await engineCalls(page, 'agents.setSystemPrompt')).at(-1)).toContain('"Be brief."')
      await page.close()
    })

    it('keeps a fork’s prompt and a mark’s name when they are refused, and says why where they stand', async () => {
      const page = await preview.page()
      await fromPalette(page, 'fork')
      const dialog = page.getByRole('dialog')
      const prompt = dialog.getByRole('textbox', { name: 'Prompt (starts them right away)' })
      await prompt.fill('/refuse')
      await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
      await dialog.getByRole('alert').getByText('That model is not known.').waitFor()
      expect(await prompt.inputValue()).toBe('/refuse')
      await prompt.fill('Go on')
      await dialog.getByRole('combobox', { name: 'Profile' }).selectOption('reviewer')
      await dialog.getByRole('button', { name: 'Fork', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await engineCalls(page, 'agents.fork')).at(-1)).toContain('"profile":"reviewer"')
      await fromPalette(page, 'new agent with')
      await page.getByRole('option', { name: /^plan Reads, asks/ }).waitFor()
      await page.keyboard.type('review')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      expect(await engineCalls(page, 'agents.create')).toEqual(['agents.create {"profile":"reviewer"}'])
      await fromPalette(page, 'set mark')
      const name = dialog.getByRole('textbox', { name: /^Name of the mark/ })
      await name.fill('/refuse')
      await name.press('Enter')
      await dialog.getByRole('alert').getByText('Not while a turn runs.').waitFor()
      expect(await name.inputValue()).toBe('/refuse')
      await name.fill('HERE')
      await name.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.close()
    })

    it('chooses a working folder, says why one can’t be, and gives it back', async () => {
      const page = await preview.page()
      await choose(page, /GPT-5 mini/, 'Working folder…')
      const field = page.getByRole('textbox', { name: 'Folder (the workspace)' })
      expect(await field.inputValue()).toBe('/home/ann/ikigai')
      await field.fill('/nowhere')
      await field.press('Enter')
      await page.getByRole('alert').getByText('/nowhere: there is no such folder.').waitFor()
      await field.fill('/home/ann/gateway')
      await field.press('Enter')
      await page.getByTitle(/Working folder: \/home\/ann\/gateway$/).waitFor()
      await choose(page, /GPT-5 mini/, 'Working folder…')
      await page.getByRole('button', { name: 'Use parent’s folder' }).click()
      await expect.poll(() => page.getByTitle(/Working folder: \/home\/ann\/gateway$/).count()).toBe(0)
      expect(await engineCalls(page, 'agents.setFolder')).toEqual(
        ['/nowhere', '/home/ann/gateway', null].map(
          (folder) => `agents.setFolder ${JSON.stringify({ agentId: CHILD, folder })}`,
        ),
      )
      await page.close()
    })

    it('chooses how far the commands of an agent are confined, and gives the choice back', async () => {
      const page = await preview.page()
      await choose(page, /GPT-5 mini/, 'Working folder…')
      const level = page.getByLabel('Sandbox for commands')
      await level.selectOption('Read only')
      await expect.poll(() => level.inputValue()).toBe('read-only')
      await level.selectOption({ index: 0 })
      await expect.poll(() => level.inputValue()).toBe('inherited')
      expect(await engineCalls(page, 'agents.setSandbox')).toEqual(
        ['read-only', null].map((chosen) => `agents.setSandbox ${JSON.stringify({ agentId: CHILD, level: chosen })}`),
      )
      await page.close()
    })

    it('asks for a host in the card of the running command, and keeps what it has printed', async () => {
      const page = await preview.page('?world=reaching')
      const card = page.getByRole('group', { name: /May the command connect to this host/ })
      await card.getByText('registry.npmjs.org').first().waitFor()
      const shown = await page.getByText('214 modules').first().isVisible()
      await card.getByRole('button', { name: 'More answers' }).click()
      await card.getByRole('button', { name: 'This agent' }).click()
      await expect
        .poll(() => engineCalls(page, 'approvals.answer'))
        .toEqual([expect.stringContaining('"approvalId":"asks-watch"')])
      expect(shown).toBe(true)
      await page.close()
    })

    it('shows what runs in the background, its output, and ends it', async () => {
      const page = await preview.page('?world=reaching')
      const list = page.getByRole('region', { name: 'Background commands' })
      await list.getByText('npm run dev -- --port 5173').waitFor()
      expect(await list.getByText('214 modules').count()).toBe(0)
      await list.getByRole('button', { name: 'Show output' }).click()
      await list.getByText('214 modules').waitFor()
      await list.getByRole('button', { name: 'Restart' }).click()
      await expect.poll(() => engineCalls(page, 'agents.restartBackground')).toHaveLength(1)
      await list.getByRole('button', { name: 'Stop' }).click()
      await expect.poll(() => list.count()).toBe(0)
      expect(await engineCalls(page, 'agents.endBackground')).toEqual([
        `agents.endBackground ${JSON.stringify({ agentId: ROOT, id: 'b1' })}`,
      ])
      await page.close()
    })

    it('shows a port of such a command in the pane, anew on request, and not without its command', async () => {
      const page = await preview.page('?world=reaching')
      const list = page.getByRole('region', { name: 'Background commands' })
      await list.getByRole('button', { name: 'Open 5173' }).click()
      const panel = page.getByRole('region', { name: 'Port 5173' })
      await panel.waitFor()
      expect(await panel.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
      await panel.getByRole('button', { name: 'Load from the start' }).click()
      const shownIn = new URL(page.url()).origin
      const call = `agents.openPort ${JSON.stringify({ agentId: ROOT, id: 'b1', port: 5173, shownIn })}`
      await expect.poll(() => engineCalls(page, 'agents.openPort')).toEqual([call, call])
      await panel.getByRole('button', { name: 'Close page' }).click()
      await expect.poll(() => panel.count()).toBe(0)
      await list.getByRole('button', { name: 'Open 5173' }).click()
      await panel.waitFor()
      await list.getByRole('button', { name: 'Stop' }).click()
      await expect.poll(() => panel.count()).toBe(0)
      await page.close()
    })

    it('says that a home folder is chosen, at once and whenever the folder is looked at', async () => {
      const page = await preview.page()
      await choose(page, /GPT-5 mini/, 'Working folder…')
      const dialog = page.getByRole('dialog', { name: /^Working folder of/ })
      await dialog.getByText('Reading its files needs no approval').waitFor()
      await dialog.getByRole('textbox').fill('/home/ann')
      await dialog.getByRole('button', { name: 'Set folder' }).click()
      await dialog.waitFor({ state: 'detached' })
      const words = 'Working in your home folder: reading needs approval, too.'
      await page.getByText(words).waitFor()
      await choose(page, /GPT-5 mini/, 'Working folder…')
      await dialog.getByText(words).waitFor()
      expect(await dialog.getByText('needs no approval').count()).toBe(0)
      await page.close()
    })

    it('logs no error in any of these', () => expect(preview.problems).toEqual([]))
  },
)
