import type { Page } from '@playwright/test'

import { pasteFiles } from '../../support/attach-in-window.ts'
import { samplePdf, samplePng } from '../../support/sample-files.ts'
import { SETTINGS_PAGES } from '../../../src/shared/settings-pages.ts'
import { endedCalls } from './call-states.ts'
import { citedAnswer } from './cited-answer.ts'
import { LONG, OTHER, ROOT, SIBLING } from './preview-world.ts'
import { ROLLOVER } from './review-world.ts'
import { askAboutCall } from './rerun-question.ts'
import { startedTurn } from './started-turn.ts'

/** A state of the window that a person may be looking at, and the way to it from the page of its world. */
export interface PreviewView {
  readonly name: string
  /** The world's query; empty: the busy one. */
  readonly query: string
  /** Escape leads back to what was there before. */
  readonly isDialog: boolean
  /** What the view adds to one of the others, as a selector; null: it is a view of its own. */
  readonly part: string | null
  open(page: Page): Promise<void>
}

const NAME = 'Tokens for the gateway'

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  // It stays open where it knows no such command.
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' })
}

async function compareAll(page: Page): Promise<void> {
  for (const name of [/aaaa00/, /bbbb00/, /cccc00/]) {
    await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
  }
  await page.getByRole('button', { name: 'Compare 3 agents' }).click()
  await page.getByRole('textbox', { name: /^Prompt to all/ }).waitFor()
}

async function judged(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Merged: / }).waitFor()
}

async function compareReruns(page: Page): Promise<void> {
  for (const name of [/Token life/, /Differs/, /Cut off/]) {
    await page.getByRole('treeitem', { name }).click({ modifiers: ['ControlOrMeta'] })
  }
  await page.getByRole('button', { name: 'Compare 3 agents' }).click()
  await page.getByRole('button', { name: 'Go to first divergence' }).click()
}

async function openColumnMenu(page: Page, item: RegExp): Promise<void> {
  await compareAll(page)
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function openGauge(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Context \d/ })
    .first()
    .click()
}

async function openMessageMenu(page: Page): Promise<void> {
  const pane = page.getByRole('region', { name: `Agent ${NAME}` })
  await pane.getByRole('article', { name: 'Your prompt' }).last().hover()
  await pane.getByRole('button', { name: 'More actions' }).last().click()
}

const view = (name: string, open: PreviewView['open'], query = ''): PreviewView => ({
  name,
  query,
  isDialog: false,
  part: null,
  open,
})
const dialog = (name: string, open: PreviewView['open'], query = ''): PreviewView => ({
  ...view(name, open, query),
  isDialog: true,
  part: '[role="dialog"]',
})
const popup = (name: string, part: string, open: PreviewView['open']): PreviewView => ({
  ...view(name, open),
  isDialog: true,
  part,
})
const addition = (name: string, part: string, open: PreviewView['open'], query = ''): PreviewView => ({
  ...view(name, open, query),
  part,
})
const MENU = '[role="menu"]'

/** Attaches files of several kinds to a prompt whose model sees no pictures. */
async function attachFiles(page: Page): Promise<void> {
  const box = page.getByRole('textbox', { name: `Prompt to ${NAME}` })
  const pane = page.getByRole('region', { name: `Agent ${NAME}` })
  await pasteFiles(box, [
    { name: 'screen.png', type: 'image/png', bytes: samplePng(320, 200) },
    { name: 'plan.pdf', type: 'application/pdf', bytes: samplePdf(['Plan']) },
    { name: 'photo.heic', type: 'image/heic', bytes: Buffer.from('ftypheic') },
  ])
  await pane.getByRole('button', { name: /^screen\.png/ }).waitFor()
  await pane.getByRole('alert').waitFor()
}
const GAUGE = '[aria-label="Context and cost"]'
const OPTIONS = '[role="dialog"][aria-label="Model options"]'
const USAGE = 'section[aria-label="Usage"]'
const INSPECTOR = '[aria-label="Context inspector"]'
const shown = async () => undefined
/** Colours come a moment later than the code that they are for. */
const coloured = (page: Page) => page.locator('[role="log"] [class*="token-keyword"]').first().waitFor()

const SOURCES = '[aria-label="Sources"]'
async function openUsage(page: Page): Promise<void> {
  await page.getByRole('button', { name: / today$/ }).click()
  await page.getByRole('region', { name: 'Usage' }).waitFor()
}

/** What fills the window. */
const FRAMES: readonly PreviewView[] = [
  view('panes', coloured),
  view('first-start', shown, '?world=empty'),
  view('asking', shown, '?world=asking'),
  view('tree', shown, '?world=tree'),
  view('start', async (page) => {
    await page.evaluate(`window.show('${OTHER}')`)
    await page.getByRole('list', { name: 'Starters' }).waitFor()
  }),
  view('no-pane', async (page) => {
    for (let count = 0; count < 2; count += 1) {
      await page.getByRole('button', { name: 'Close pane' }).first().click()
    }
  }),
  view('maximised', (page) => page.keyboard.press('Control+Shift+M')),
  view('offline', async (page) => {
    await page.evaluate(`window.preview.setConnection('lost')`)
  }),
  view('compare', compareAll, '?world=compare'),
  view('compare-judged', judged, '?world=judged'),
  view(
    'compare-blind',
    async (page) => {
      await judged(page)
      await page.getByRole('switch', { name: 'Hide names' }).click()
    },
    '?world=judged',
  ),
  view('compare-reruns', compareReruns, '?world=rerun'),
  view(
    'rerun-question',
    async (page) => {
      await compareReruns(page)
      await askAboutCall(page)
    },
    '?world=rerun',
  ),
  view(
    'race-board',
    async (page) => {
      await page.getByRole('button', { name: /^Adopt / }).waitFor()
    },
    '?world=race',
  ),
  view(
    'race-asks',
    async (page) => {
      await page.getByRole('button', { name: 'Go on' }).waitFor()
    },
    '?world=asking-race',
  ),
  view(
    'differences',
    async (page) => {
      await compareAll(page)
      await page.getByRole('tab', { name: 'Differences' }).click()
      await page.getByText(/words in both/).waitFor()
    },
    '?world=compare',
  ),
  view(
    'compare-changes',
    async (page) => {
      await compareAll(page)
      await page.getByRole('tab', { name: 'Changes' }).click()
      await page.getByText('Different', { exact: true }).waitFor()
    },
    '?world=compare',
  ),
  view(
    'changes',
    async (page) => {
      await page.evaluate((id) => window.show(id), ROLLOVER)
      await page.keyboard.press('Control+Shift+D')
      await page.getByText('34 unchanged lines').waitFor()
      await page.keyboard.press('n')
      await page.keyboard.press('n')
    },
    '?world=review',
  ),
  view(
    'evaluation',
    async (page) => {
      const board = page.getByRole('region', { name: 'Evaluation', exact: true })
      await board.getByText('Cases', { exact: true }).first().click()
      await board.getByRole('table', { name: 'Cases' }).waitFor()
    },
    '?world=evaluation',
  ),
  addition('inspector', INSPECTOR, async (page) => {
    await page.keyboard.press('Control+i')
    await page.getByRole('list', { name: 'Context, oldest first' }).waitFor()
  }),
  view('call-states', async (page) => {
    await page.evaluate(`window.show('${OTHER}')`)
    for (const event of endedCalls(OTHER)) await page.evaluate(`window.preview.record(${JSON.stringify(event)})`)
    await page.getByRole('group', { name: 'Tool bash, not answered' }).scrollIntoViewIfNeeded()
  }),
  addition('sources', SOURCES, async (page) => {
    await page.evaluate(citedAnswer(ROOT))
    await page.getByRole('list', { name: 'Sources' }).scrollIntoViewIfNeeded()
  }),
  addition('usage', USAGE, openUsage),
  addition('usage-models', USAGE, async (page) => {
    await openUsage(page)
    await page.getByRole('radio', { name: 'Model' }).check({ force: true })
    await page.getByRole('table', { name: 'Usage by model' }).waitFor()
  }),
  addition('usage-empty', USAGE, openUsage, '?world=empty'),
  addition('usage-offline', USAGE, async (page) => {
    await openUsage(page)
    await page.getByRole('table', { name: 'Usage by day' }).waitFor()
    await page.evaluate(`window.preview.setConnection('lost')`)
  }),
  addition('request', INSPECTOR, async (page) => {
    await page.keyboard.press('Control+i')
    await page.getByRole('tab', { name: 'Next request' }).click()
    await page.getByRole('heading', { name: 'Request' }).waitFor()
  }),
]

/** What opens over it. */
const POPUPS: readonly PreviewView[] = [
  dialog('palette', (page) => page.keyboard.press('Control+k')),
  dialog('rename', (page) => command(page, 'rename agent')),
  dialog('models', (page) => page.keyboard.press('Control+m')),
  popup('gauge', GAUGE, openGauge),
  popup('model-options', OPTIONS, async (page) => {
    await page.getByRole('button', { name: 'Model options' }).first().click()
    await page.getByLabel('Verbosity').waitFor()
  }),
  popup('levels', MENU, (page) => page.keyboard.press('Control+Shift+T')),
  popup('agent-menu', MENU, (page) => page.getByRole('treeitem', { name: /What goes in/ }).press('Shift+F10')),
  popup('message-menu', MENU, openMessageMenu),
  popup('find', '[role="search"]', async (page) => {
    await page.keyboard.press('Control+f')
    await page.keyboard.type('token')
  }),
  addition('attachments', '[aria-label="Attachments"]', attachFiles),
  addition('completion', '[role="listbox"]', (page) =>
    page.getByRole('textbox', { name: `Prompt to ${NAME}` }).pressSequentially('/'),
  ),
  view('queue', async (page) => {
    await page.evaluate(startedTurn(ROOT))
    await page.getByRole('button', { name: 'Stop turn' }).waitFor()
    await page.getByRole('textbox', { name: `Prompt to ${NAME}` }).fill('Then tell me more')
    await page.keyboard.press('Enter')
  }),
  popup('budget-meter', GAUGE, async (page) => {
    await command(page, 'set budget')
    await page.keyboard.type('20k')
    await page.keyboard.press('Enter')
    await openGauge(page)
    await page.getByRole('button', { name: /^Budget: / }).waitFor()
  }),
]

const DIALOGS: readonly PreviewView[] = [
  view('push', async (page) => {
    await page.keyboard.press('Control+Shift+D')
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Push…' }).click()
    await page.getByRole('button', { name: /^Push to/ }).click()
    await page.getByRole('button', { name: 'Open pull request' }).scrollIntoViewIfNeeded()
  }),
  // It leaves another agent in the pane, so its page is not for the dialogs after it.
  dialog(
    'changed-since',
    async (page) => {
      await page.evaluate((id) => window.show(id), LONG)
      await page.keyboard.press('Control+Shift+D')
      await page.getByRole('button', { name: 'Undo all' }).click()
      await page.getByText('Changed since then').waitFor()
    },
    '?pane=long',
  ),
  dialog(
    'undo-unsure',
    async (page) => {
      await page.evaluate((id) => window.show(id), SIBLING)
      await page.keyboard.press('Control+Shift+D')
      await page.getByRole('button', { name: 'Undo all' }).click()
      await page.getByText('Nobody can say').last().waitFor()
    },
    '?pane=sibling',
  ),
  dialog('fork', (page) => page.keyboard.press('Control+Shift+N')),
  dialog('search', async (page) => {
    await page.keyboard.press('Control+Shift+F')
    await page.keyboard.type('token')
    await page.getByRole('option').first().waitFor()
  }),
  dialog('inbox', (page) => command(page, 'approval inbox'), '?world=asking'),
  dialog('inbox-effects', (page) => command(page, 'approval inbox'), '?world=effects'),
  dialog('overview', (page) => page.keyboard.press('Control+Shift+O')),
  dialog('split', (page) => page.keyboard.press('Control+\\')),
  dialog('rewind', (page) => command(page, 'rewind')),
  dialog('mark', (page) => command(page, 'set mark')),
  dialog('system', (page) => command(page, 'system prompt')),
  dialog('budget', (page) => command(page, 'set budget')),
  dialog('folder', (page) => command(page, 'working folder')),
  dialog('export', (page) => command(page, 'export')),
  dialog('import', (page) => command(page, 'import')),
  dialog('race', (page) => command(page, 'race')),
  dialog('evaluate', (page) => command(page, 'run evaluation')),
  dialog('rerun', (page) => command(page, 'run again')),
  dialog('merge-back', (page) => command(page, 'merge back')),
  dialog(
    'adopt-conflicts',
    async (page) => {
      await page.getByRole('button', { name: /^Adopt / }).click()
      await page.getByRole('dialog', { name: 'Adopt with conflicts' }).waitFor()
    },
    '?world=race',
  ),
  dialog('retry', (page) => command(page, 'try again with')),
  dialog('redact', async (page) => {
    await openMessageMenu(page)
    await page.getByRole('menuitem', { name: 'Redact…' }).click()
  }),
  dialog('kill', (page) => command(page, 'kill agent')),
  dialog('event', async (page) => {
    await openMessageMenu(page)
    await page.getByRole('menuitem', { name: 'Show event' }).click()
  }),
  dialog('shortcuts', (page) => page.keyboard.press('Control+Shift+/')),
  dialog('compare-choice', (page) => command(page, 'compare…')),
  view('judge', (page) => openColumnMenu(page, /judge/), '?world=compare'),
  view('result', (page) => openColumnMenu(page, /result/), '?world=compare'),
]

const SETTINGS: readonly PreviewView[] = SETTINGS_PAGES.map((name, index) =>
  dialog(`settings-${name}`, async (page) => {
    await page.keyboard.press('Control+,')
    await page.getByRole('tab').nth(index).click()
  }),
)

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: tab }).click()
}

const FORMS: readonly PreviewView[] = [
  dialog('database-damaged', async (page) => {
    await openSettings(page, 'Database')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('alert').filter({ hasText: 'ikigai backup' }).scrollIntoViewIfNeeded()
  }),
  dialog('pool-form', async (page) => {
    await openSettings(page, 'Pools')
    await page.getByRole('button', { name: 'Edit @smart' }).click()
  }),
  dialog('server-form', async (page) => {
    await openSettings(page, 'MCP servers')
    await page.getByRole('button', { name: 'Edit files' }).click()
    await page.getByRole('button', { name: 'Edit tickets' }).click()
  }),
  dialog('paste-servers', (page) => clickInSettings(page, 'MCP servers', 'Paste configuration')),
  dialog('profile-form', (page) => clickInSettings(page, 'Profiles', 'Edit reviewer')),
]

async function clickInSettings(page: Page, settings: string, button: string): Promise<void> {
  await openSettings(page, settings)
  await page.getByRole('button', { name: button }).click()
}

/** Every view that the window has. */
export const PREVIEW_VIEWS: readonly PreviewView[] = [...FRAMES, ...POPUPS, ...DIALOGS, ...SETTINGS, ...FORMS]
