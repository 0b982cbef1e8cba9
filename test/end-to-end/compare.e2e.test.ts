import { expect, test, type Page } from '@playwright/test'

import { textAnswer } from '../support/provider-simulator/answer.ts'
import { spokenTexts } from '../support/provider-simulator/conversation-texts.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { foundModel, shownModel, tickModel } from '../support/model-pickers.ts'
import { ask, namesOf, newAgent, pane, panes, promptTo, serveWindow } from '../support/served-window.ts'

const QUESTION = 'How long may a token live?'
const HOSTS = ['anthropic', 'google', 'openai'] as const
const WORDS = { anthropic: 'five minutes', google: 'one whole hour', openai: 'fifteen minutes' } as const

/** Each provider has an answer of its own, which says what it was asked. */
function answer(request: SimulatorRequest) {
  const host = HOSTS.find((each) => each === request.host)
  const asked = spokenTexts(request).at(-1)?.text ?? ''
  if (asked.includes('Judge them by')) return textAnswer('B is exact.\n\nB: exact and short\nA: too short\n\nB > A > C')
  if (asked.includes('Combine the best parts')) return textAnswer('Between five minutes and one hour.')
  return textAnswer(`A token may live ${host === undefined ? 'on' : WORDS[host]}. You said: ${asked.slice(0, 60)}`)
}

const columns = (page: Page) => page.getByRole('region', { name: /^[A-C]: / })
/** By keys alone. */
async function runFromPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(title)
  await expect(page.getByRole('option').first()).toContainText(title)
  await page.keyboard.press('Enter')
}

const box = (page: Page) => page.getByRole('textbox', { name: 'Prompt to all 3 agents' })

async function sendToAll(page: Page, prompt: string): Promise<void> {
  // Nothing is sent while an agent answers, and an answer's text is shown before its turn has ended.
  await expect(page.getByRole('button', { name: 'Ask all 3' })).toBeVisible()
  await box(page).fill(prompt)
  await box(page).press('Enter')
  for (const index of [0, 1, 2]) await expect(columns(page).nth(index)).toContainText(`You said: ${prompt}`)
  await expect(page.getByRole('button', { name: 'Ask all 3' })).toBeVisible()
}

test('three providers are asked at once, compared, judged, and one is adopted', async ({ browser }) => {
  test.setTimeout(180_000)
  const served = await serveWindow(browser)
  served.simulator.answerWith(answer)
  const hostsSince = (index: number) =>
    served.simulator.requests
      .slice(index)
      .map((request) => request.host)
      .toSorted()
  let page = await served.open()
  const parent = await newAgent(page)

  await test.step('the fork dialog finds models of three providers, and keeps a star', async () => {
    await ask(page, parent, 'Hello', 'You said: Hello')
    await page.keyboard.press('Alt+Shift+N')
    const dialog = page.getByRole('dialog')
    const search = dialog.getByRole('searchbox', { name: 'Search models' })
    // By keys alone: the search field has the focus, and a ticked model becomes a chip.
    for (const model of ['claude-sonnet-4-5', 'gpt-5-mini', 'gemini-2.5-flash']) {
      await expect(search).toBeFocused()
      await expect(search).toHaveValue('')
      await page.keyboard.type(model)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(dialog.getByRole('group', { name: 'Selected models' }).getByRole('button').last()).toContainText(
        shownModel(model),
      )
    }
    await dialog.getByRole('combobox', { name: 'Thinking level of Gemini 2.5 Flash' }).selectOption('none')
    await search.fill('gpt-5-mini')
    await dialog.getByRole('button', { name: 'Star GPT-5 Mini', exact: true }).click()
    await search.fill('')
    await expect(dialog.getByRole('group', { name: /^Starred/ }).getByRole('checkbox')).toHaveCount(1)
    await dialog.getByRole('textbox', { name: /^Prompt/ }).fill(QUESTION)
    await dialog.getByRole('button', { name: 'Fork into 3 agents' }).click()
  })

  await test.step('their answers stand side by side, with what each took', async () => {
    await expect(columns(page)).toHaveCount(3)
    for (const words of Object.values(WORDS)) {
      await expect(columns(page).filter({ hasText: `${words}. You said: ${QUESTION}` })).toHaveCount(1)
    }
    await expect(columns(page).first().getByRole('definition').first()).toHaveText(/\d/)
  })

  await test.step('one prompt goes to all of them', async () => {
    const before = served.simulator.requests.length
    await sendToAll(page, 'Why so?')
    expect(hostsSince(before)).toEqual(HOSTS)
  })

  await test.step('any two answers can be told apart word by word', async () => {
    await page.getByRole('tab', { name: 'Differences' }).click()
    await page.getByRole('combobox', { name: 'Prompt' }).selectOption({ label: QUESTION })
    const difference = page.getByRole('region', { name: /words in both/ })
    await page.getByRole('checkbox', { name: 'Markdown source' }).check()
    await expect(difference.getByRole('deletion').first()).toHaveText(/five|fifteen|one/)
    await expect(difference.getByRole('insertion').first()).toHaveText(/five|fifteen|one/)
    await page.getByRole('combobox', { name: 'Right' }).selectOption({ index: 2 })
    await expect(difference.getByRole('insertion').first()).toHaveText(/five|fifteen|one/)
    await page.getByRole('tab', { name: 'Answers' }).click()
  })

  await test.step('the comparison is there after a reload, and the unsent prompt with it', async () => {
    await box(page).fill('Half a thou')
    await page.close()
    page = await served.context.newPage()
    await page.goto(new URL('/', served.app.url).href)
    await expect(columns(page)).toHaveCount(3)
    await expect(box(page)).toHaveValue('Half a thou')
    await box(page).fill('')
  })

  await test.step('Mod+Enter in the pane of one of them sends to all', async () => {
    await page.getByRole('button', { name: 'Close comparison' }).click()
    // They were asked the same, and go by it: only their places tell them apart.
    const first = panes(page).nth(1)
    const prompt = first.getByRole('textbox', { name: /^Prompt to/ })
    const before = served.simulator.requests.length
    await prompt.fill('And from here?')
    await prompt.press('Control+Enter')
    await expect(first).toContainText('You said: And from here?')
    await expect.poll(() => hostsSince(before)).toEqual(HOSTS)
    await expect(prompt).toHaveValue('')
    await first.getByRole('button', { name: 'Return to comparison' }).click()
    await expect(columns(page)).toHaveCount(3)
    // It gets the focus a moment later, which would close a menu.
    await expect(box(page)).toBeFocused()
  })

  await test.step('one of them judges the others, who stand under letters', async () => {
    await columns(page)
      .first()
      .getByRole('button', { name: /^More actions for / })
      .click()
    await page.getByRole('menuitem', { name: /judge/ }).click()
    const question = page.getByRole('textbox', { name: 'Prompt for the judge' })
    await expect(question).toHaveValue(/<answer label="B">[^]*<answer label="C">/)
    await expect(question).not.toHaveValue(/claude|gpt|gemini/i)
    await page.getByRole('button', { name: 'Ask judge' }).click()
    await page.getByText(/ judged without a ranking/).click()
    await expect(page.getByRole('region', { name: 'Judgement' })).toContainText('You said: Here are 2 other answers')
  })

  await test.step('an outsider judges all of them by keys alone; its ranking stands on the columns', async () => {
    const before = served.simulator.requests.length
    await runFromPalette(page, 'Judge answers…')
    await expect(page.getByRole('checkbox', { name: /^A · / })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(
      columns(page)
        .nth(1)
        .getByText(/^1st exact and short$/),
    ).toBeVisible()
    await expect(columns(page).nth(2).getByText(/^3rd/)).toBeVisible()
    const asked = JSON.stringify(served.simulator.requests[before]?.body)
    for (const letter of 'ABC') expect(asked).toContain(`label=\\"${letter}\\"`)
    expect(served.simulator.requests.at(-1)?.body['model']).not.toMatch(/sonnet-4-5|gpt-5-mini|2\.5-flash/)
  })

  await test.step('a vote is kept', async () => {
    const prefer = columns(page).nth(1).getByRole('button', { name: 'Prefer this answer' })
    await prefer.click()
    await expect(columns(page).nth(1).getByRole('button', { name: 'No longer prefer this answer' })).toBeVisible()
    await page.reload()
    await expect(columns(page).nth(1).getByRole('button', { name: 'No longer prefer this answer' })).toBeVisible()
  })

  await test.step('an outsider merges them, and the text is added to the parent, and taken out again', async () => {
    await page.getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    const merged = page.getByRole('region', { name: /^Merged: / })
    await expect(merged).toContainText('Between five minutes and one hour.')
    await merged.getByRole('button', { name: 'Merge into agent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add merged text' })
    await expect(dialog.getByRole('combobox', { name: 'Merge into' })).toHaveValue(/^Parent: /)
    await dialog.getByRole('textbox', { name: 'Text' }).fill('About half an hour.')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const card = pane(page, parent).getByRole('article', { name: 'Merged from 3 answers' })
    await expect(card).toContainText('About half an hour.')
    await expect(card.getByRole('button', { name: /^[ABC]$/ })).toHaveCount(3)
    await card.getByRole('button', { name: 'B', exact: true }).click()
    const source = page.getByRole('article', { name: 'Answer' }).filter({ hasText: WORDS.openai })
    await expect(source.first()).toBeInViewport()
    await card.getByRole('button', { name: 'Undo merge' }).click()
    await expect(card).not.toBeVisible()
    await runFromPalette(page, 'Return to comparison')
    await expect(columns(page)).toHaveCount(3)
  })

  await test.step('a narrow window shows one column at a time', async () => {
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 800, height: 700 })
    const tabs = page.getByRole('tablist', { name: 'Answers' }).getByRole('tab')
    await expect(tabs).toHaveCount(3)
    await tabs.nth(1).click()
    await expect(columns(page)).toHaveCount(1)
    await expect(page.getByRole('region', { name: /^B: / })).toBeVisible()
    if (wide !== null) await page.setViewportSize(wide)
  })

  await test.step('the parent is sent the result', async () => {
    await columns(page)
      .first()
      .getByRole('button', { name: /^More actions for / })
      .click()
    await page.getByRole('menuitem', { name: /result/ }).click()
    await expect(page.getByRole('textbox', { name: 'Mail to the parent' })).toHaveValue(/event #\d+/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('treeitem', { name: new RegExp(`${parent}.*1 unread`) })).toBeVisible()
  })

  await test.step('one is adopted: its pane stays, and the others are archived', async () => {
    // The heading is the model; the name of the agent stands below it in the title.
    const title = await columns(page).nth(1).getByRole('heading').first().getAttribute('title')
    const adopted = title?.split('\n').at(-1) ?? ''
    await columns(page).nth(1).getByRole('button', { name: 'Adopt' }).click()
    await expect(page.getByText('Adopted B. 5 agents archived.')).toBeVisible()
    await expect(panes(page)).toHaveCount(2)
    expect(await namesOf(page)).toEqual([parent, adopted])
    await expect(promptTo(page, adopted)).toBeFocused()
    await expect(page.getByRole('treeitem')).toHaveCount(2)
  })

  await test.step('a prompt box asks three models at once: one prompt, one root, children named after their models', async () => {
    const before = served.simulator.requests.length
    const name = await newAgent(page)
    for (const model of ['gpt-5-mini', 'gemini-2.5-flash']) {
      await pane(page, name).getByRole('button', { name: 'Ask another model' }).click()
      await page.getByRole('searchbox', { name: 'Search models' }).fill(model)
      await page
        .getByRole('dialog', { name: 'Choose another model' })
        .getByRole('button', { name: foundModel(model) })
        .click()
    }
    await promptTo(page, name).fill('Which one is best?')
    await promptTo(page, name).press('Enter')
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
    for (const words of Object.values(WORDS)) await expect(columns(page).filter({ hasText: words })).toHaveCount(1)
    const labels = await Promise.all([0, 1, 2].map((index) => columns(page).nth(index).getAttribute('aria-label')))
    expect(labels).toEqual([expect.stringMatching(/^A: (Sonnet|Opus|Haiku) /), 'B: GPT-5 Mini', 'C: Gemini 2.5 Flash'])
    expect(hostsSince(before)).toEqual(HOSTS)
    const sent = served.simulator.requests
      .slice(before)
      .map((request) => spokenTexts(request).map(({ role, text }) => [role, text]))
    expect(sent).toEqual([0, 1, 2].map(() => [['user', 'Which one is best?']]))
    await expect(page.locator('[role=treeitem][aria-level="1"]', { hasText: name })).toHaveCount(1)
  })

  await served.close()
})

test('forks of a message are compared without a prompt, and a merge of them is adopted and taken back', async ({
  browser,
}) => {
  const served = await serveWindow(browser)
  served.simulator.answerWith(answer)
  const page = await served.open()
  const parent = await newAgent(page)
  await ask(page, parent, 'Hello', 'You said: Hello')

  async function forkIntoThree(message: 'Your prompt' | 'Answer', item: string): Promise<void> {
    await pane(page, parent)
      .getByRole('article', { name: message })
      .first()
      .getByRole('button', { name: 'More actions' })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
    const dialog = page.getByRole('dialog')
    for (const model of ['claude-sonnet-4-5', 'gpt-5-mini', 'gemini-2.5-flash']) {
      await tickModel(dialog, model)
    }
    await dialog.getByRole('button', { name: 'Fork into 3 agents' }).click()
    await expect(columns(page)).toHaveCount(3)
  }

  await test.step('children of a prompt answer it', async () => {
    await forkIntoThree('Your prompt', 'Fork from here…')
    for (const index of [0, 1, 2]) await expect(columns(page).nth(index)).toContainText('You said: Hello')
    await expect(page.getByRole('button', { name: 'Ask all 3' })).toBeVisible()
    await page.getByRole('button', { name: 'Close comparison' }).click()
  })

  await test.step('children of an answer wait for one prompt to all', async () => {
    const before = served.simulator.requests.length
    await forkIntoThree('Answer', 'Fork from here…')
    await expect(box(page)).toBeVisible()
    expect(served.simulator.requests.length).toBe(before)
    await sendToAll(page, QUESTION)
  })

  await test.step('a merging model gets the answers under letters, and its column can be adopted', async () => {
    await page.getByRole('button', { name: 'Merge…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    const merged = page.getByRole('region', { name: /^Merged: / })
    await expect(merged).toContainText('Between five minutes and one hour.')
    const asked = served.simulator.requests.at(-1)?.bodyText ?? ''
    for (const letter of 'ABC') expect(asked).toContain(`label=\\"${letter}\\"`)
    const rows = await page.getByRole('treeitem').count()
    await merged.getByRole('button', { name: 'Adopt' }).click()
    const toast = page.getByText(/^Adopted .* 3 agents archived\.$/).locator('..')
    await expect(page.getByRole('treeitem')).toHaveCount(rows - 3)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('treeitem')).toHaveCount(rows)
  })

  await served.close()
})
