import { expect, type Page, test } from '@playwright/test'

import { failedAnswer } from '../support/provider-simulator/answer.ts'
import type { HeldStream } from '../support/provider-simulator/simulator.ts'
import { tickModel } from '../support/model-pickers.ts'
import {
  ANSWER,
  ask,
  giveName,
  namesOf,
  newAgent,
  pane,
  panes,
  promptTo,
  windowForTests,
} from '../support/served-window.ts'

/** One row of the keyboard table each, without the mouse. One app serves all of them; each begins without a pane. */
test.describe.configure({ mode: 'default' })

const served = windowForTests()
let page: Page

test.beforeEach(async () => {
  page = await served.open()
})
test.afterEach(() => page.close())

/**
 * Stops the next answer in its middle; answers how to wait for that. Streams of tests before this one are passed over.
 */
function holdNextAnswer(): () => Promise<HeldStream> {
  const name = crypto.randomUUID()
  const blocks = [
    { type: 'text', text: 'The first half' },
    { type: 'hold', name },
    { type: 'text', text: ' and the second half.' },
  ] as const
  served.simulator.enqueue('anthropic', { type: 'script', blocks })
  return async () => {
    let stream = await served.simulator.streamHeld()
    while (stream.name !== name) stream = await served.simulator.streamHeld()
    return stream
  }
}

/** Forks the focused pane's agent by its keys; answers what the child is called. */
async function forkByKeys(): Promise<string> {
  const before = new Set(await namesOf(page))
  const focused = await page.locator(':focus').getAttribute('aria-label')
  await page.keyboard.press('Alt+Shift+N')
  await page.getByRole('dialog').getByRole('button', { name: 'Fork', exact: true }).press('Enter')
  await expect(panes(page)).toHaveCount(before.size + 1)
  const unnamed = (await namesOf(page)).find((name) => !before.has(name)) ?? ''
  // The fork takes the focus after its pane is there.
  await expect(promptTo(page, unnamed)).toBeFocused()
  const name = await giveName(page, page.getByRole('treeitem', { name: new RegExp(`^${unnamed}\\b`) }))
  await page.getByRole('textbox', { name: focused ?? '', exact: true }).focus()
  return name
}

for (const keys of ['Control+k', 'Control+Shift+P']) {
  test(`${keys} opens the command palette, in which everything is`, async () => {
    await newAgent(page)
    await page.keyboard.press(keys)
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('option', { name: /^Fork…/ })).toBeVisible()
    await page.keyboard.type('pane below')
    await expect(palette.getByRole('option').first()).toHaveText(/New pane below/)
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })
}

test('Mod+N makes a root agent and is ready to be written to', async () => {
  const name = await newAgent(page)
  await expect(promptTo(page, name)).toBeFocused()
  await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toHaveAttribute('aria-level', '1')
})

test('Mod+Shift+N forks', async () => {
  await newAgent(page)
  const child = await forkByKeys()
  await expect(page.getByRole('treeitem', { name: new RegExp(child) })).toHaveAttribute('aria-level', '2')
})

test('Mod+M picks the model of the pane', async () => {
  await newAgent(page)
  await page.keyboard.press('Control+m')
  await page.keyboard.type('gpt-5-mini')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Model: GPT-5 Mini. Change' })).toBeVisible()
})

test('Mod+Shift+T picks the thinking level', async () => {
  const name = await newAgent(page)
  await page.keyboard.press('Alt+Shift+T')
  await expect(page.getByRole('menu', { name: 'Thinking level' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Thinking: High. Change' })).toBeVisible()
  await expect(promptTo(page, name)).toBeFocused()
})

test('Mod+Enter sends to all agents of the comparison', async () => {
  await newAgent(page)
  await page.keyboard.press('Alt+Shift+N')
  const dialog = page.getByRole('dialog')
  for (const model of ['gpt-5-mini', 'claude-sonnet-4-5']) {
    await tickModel(dialog, model)
  }
  await dialog.getByRole('textbox', { name: /^Prompt/ }).fill('What is a mark?')
  await dialog.getByRole('button', { name: 'Fork into 2 agents' }).press('Enter')
  const answers = page.getByRole('main').getByText(ANSWER)
  await expect(answers).toHaveCount(2)
  const box = page.getByRole('textbox', { name: 'Prompt to both agents' })
  await box.fill('And what is a fork?')
  // Until they all have answered, nothing is sent.
  await expect(page.getByRole('button', { name: 'Stop all' })).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(answers).toHaveCount(4)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('close comparison')
  await page.keyboard.press('Enter')
  await expect(panes(page).filter({ hasText: 'And what is a fork?' })).toHaveCount(2)
})

for (const keys of ['Escape', 'Control+c']) {
  test(`${keys} cancels the turn`, async () => {
    const name = await newAgent(page)
    holdNextAnswer()
    await promptTo(page, name).fill('Tell me a long story')
    await promptTo(page, name).press('Enter')
    await expect(pane(page, name)).toContainText('The first half')
    await page.keyboard.press(keys)
    await expect(pane(page, name)).toContainText('You stopped this answer.')
    await expect(page.getByRole('status').filter({ hasText: `${name} was stopped` })).toHaveCount(1)
  })
}

test('Esc Esc on an empty prompt rewinds to a mark, which can be undone', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'Before the mark')
  await promptTo(page, name).fill('/mark START')
  await promptTo(page, name).press('Enter')
  await expect(pane(page, name).getByText('START', { exact: true })).toBeVisible()
  await ask(page, name, 'Behind the mark')
  // On a busy machine the second press may come too late to count as one of two.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: `Rewind “${name}”` })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(page.getByRole('option', { name: /^Behind the mark/, selected: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /^Mark START/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(pane(page, name)).toContainText('Rewound to START · 2 events removed from the context')
  await pane(page, name).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(pane(page, name).getByText('Undone')).toBeVisible()
  await expect(pane(page, name).getByText('Behind the mark')).toBeVisible()
})

test('Alt+arrows go through the tree', async () => {
  const root = await newAgent(page)
  const first = await forkByKeys()
  await expect(promptTo(page, root)).toBeFocused()
  const second = await forkByKeys()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(promptTo(page, first)).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(promptTo(page, second)).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(promptTo(page, first)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(promptTo(page, root)).toBeFocused()
})

test('Mod+B hides and shows the tree', async () => {
  const tree = page.getByRole('navigation', { name: 'Agents' })
  await page.keyboard.press('Control+b')
  await expect(tree).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(tree).toBeVisible()
})

test('Mod+1…9 go to a pane, Ctrl+Tab to the last used one', async () => {
  for (let count = 0; count < 3; count += 1) await newAgent(page)
  const [first = '', second = '', third = ''] = await namesOf(page)
  await page.keyboard.press('Control+1')
  await expect(promptTo(page, first)).toBeFocused()
  await page.keyboard.press('Control+3')
  await expect(promptTo(page, third)).toBeFocused()
  await page.keyboard.press('Control+2')
  await expect(promptTo(page, second)).toBeFocused()
  await page.keyboard.press('Alt+q')
  await expect(promptTo(page, third)).toBeFocused()
  await page.keyboard.press('Alt+q')
  await expect(promptTo(page, second)).toBeFocused()
})

test('Mod+[ and Mod+] go back and forward through what was looked at', async () => {
  const first = await newAgent(page)
  const second = await newAgent(page)
  const third = await newAgent(page)
  await page.keyboard.press('Control+BracketLeft')
  await expect(promptTo(page, second)).toBeFocused()
  await page.keyboard.press('Control+BracketLeft')
  await expect(promptTo(page, first)).toBeFocused()
  await page.keyboard.press('Control+BracketRight')
  await expect(promptTo(page, second)).toBeFocused()
  await page.keyboard.press('Control+BracketRight')
  await expect(promptTo(page, third)).toBeFocused()
})

test('Mod+\\ splits: another agent beside this one, and the palette moves it below', async () => {
  const other = await newAgent(page)
  await page.keyboard.press('Alt+w')
  await expect(panes(page)).toHaveCount(0)
  const name = await newAgent(page)
  await page.keyboard.press('Control+Backslash')
  await page.keyboard.type(other)
  await page.keyboard.press('Enter')
  await expect(promptTo(page, other)).toBeFocused()
  expect(await namesOf(page)).toEqual([name, other])
  await page.keyboard.press('Control+k')
  await page.keyboard.type('move pane left')
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toEqual([other, name])
})

test('Mod+W closes the pane and leaves its agent', async () => {
  const name = await newAgent(page)
  await page.keyboard.press('Alt+w')
  await expect(panes(page)).toHaveCount(0)
  await expect(page.getByRole('treeitem', { name: new RegExp(name) })).toHaveCount(1)
})

test('Mod+Shift+A goes to the next agent that needs me', async () => {
  const failing = await newAgent(page)
  served.simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
  await promptTo(page, failing).fill('This will not be answered')
  await promptTo(page, failing).press('Enter')
  await expect(pane(page, failing)).toContainText('The key was not accepted')
  await newAgent(page)
  await page.keyboard.press('Control+Shift+A')
  await expect(promptTo(page, failing)).toBeFocused()
  await ask(page, failing, 'Now it will')
})

test('Mod+I shows what is in the context', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'What is in your context?')
  await page.keyboard.press('Control+i')
  await expect(page.getByRole('complementary', { name: /context/i })).toContainText('What is in your context?')
})

test('Mod+F finds in the pane, forwards and backwards', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'A needle in a haystack')
  await ask(page, name, 'Another needle')
  await page.keyboard.press('Control+f')
  const find = page.getByRole('search', { name: `Find in ${name}` })
  await page.keyboard.type('needle')
  await expect(find.getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(find.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('Shift+Enter')
  await expect(find.getByText('2 of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(promptTo(page, name)).toBeFocused()
})

test('Mod+Shift+F searches everything and leads to the place', async () => {
  const name = await newAgent(page)
  await ask(page, name, 'Where did the quokka go?')
  await page.keyboard.press('Alt+w')
  await page.keyboard.press('Control+Shift+F')
  await page.keyboard.type('quokka')
  await expect(page.getByRole('option', { name: /quokka/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(pane(page, name)).toContainText('Where did the quokka go?')
  await expect(page.getByRole('search', { name: `Find in ${name}` }).getByText('1 of 1')).toBeVisible()
})

test('Mod+, opens the settings', async () => {
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('Mod+Shift+/ lists the shortcuts', async () => {
  await page.keyboard.press('Control+Shift+Slash')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Search everything…')
  await expect(list).toContainText('Ctrl+Shift+F')
})

test('Mod+C with a selection copies, as everywhere', async () => {
  const name = await newAgent(page)
  const held = holdNextAnswer()
  await promptTo(page, name).fill('Go on')
  await promptTo(page, name).press('Enter')
  const stream = await held()
  await promptTo(page, name).fill('copied words')
  await promptTo(page, name).press('Control+a')
  await promptTo(page, name).press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('copied words')
  stream.release()
  await expect(pane(page, name)).toContainText('and the second half.')
})

test('in the prompt box / completes commands, marks, models and agents; Up recalls', async () => {
  const other = await newAgent(page)
  const name = await newAgent(page)
  const box = promptTo(page, name)
  const options = page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
  await box.pressSequentially('/ma')
  await expect(options).toHaveText([/^\/mark NAME/])
  await box.press('Tab')
  await box.pressSequentially('PLAN')
  await box.press('Enter')
  await expect(pane(page, name).getByText('PLAN', { exact: true })).toBeVisible()
  await box.pressSequentially('/fork --model gpt-5-m')
  await expect(options.first()).toHaveText(/^gpt-5-mini(until|$)/)
  await box.pressSequentially('ini/n')
  await expect(options.first()).toHaveText(/^gpt-5-mini\/none/)
  await box.press('Enter')
  await expect(box).toHaveValue('/fork --model gpt-5-mini/none')
  await box.pressSequentially(' PL')
  await expect(options).toHaveText([/^PLAN/])
  await box.press('Tab')
  await expect(box).toHaveValue('/fork --model gpt-5-mini/none PLAN')
  await box.fill('')
  await box.pressSequentially('/send ')
  await expect(options.filter({ hasText: other })).toHaveCount(1)
  await box.press('Escape')
  await expect(options).toHaveCount(0)
  await box.fill('')
  await box.press('ArrowUp')
  await expect(box).toHaveValue('/mark PLAN')
})
