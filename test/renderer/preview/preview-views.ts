import type { Page } from '@playwright/test'

import { endedCalls } from './call-states.ts'
import { citedAnswer } from './cited-answer.ts'
import { DIALOG_VIEWS } from './dialog-views.ts'
import {
  addition,
  attachFiles,
  command,
  compareAll,
  dialog,
  MENU,
  NAME,
  openMessageMenu,
  popup,
  type PreviewView,
  showPdf,
  view,
} from './preview-view.ts'
import { OTHER, ROOT } from './preview-world.ts'
import { ROLLOVER } from './review-world.ts'
import { askAboutCall } from './rerun-question.ts'
import { startedTurn } from './started-turn.ts'

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

async function openGauge(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Context \d/ })
    .first()
    .click()
}

async function showRace(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+Y')
  await page.getByRole('region', { name: 'Race', exact: true }).getByText('Make the Saturday board').waitFor()
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
  view('map', (page) => page.keyboard.press('Control+Shift+G'), '?world=map'),
  view('start', async (page) => {
    await page.evaluate(`window.show('${OTHER}')`)
    await page.getByRole('list', { name: 'Starters' }).waitFor()
  }),
  view('no-pane', async (page) => {
    for (let count = 0; count < 2; count += 1) {
      await page.getByRole('button', { name: 'Close pane' }).first().click()
    }
  }),
  dialog('help', async (page) => {
    await page.keyboard.press('F1')
    await page.getByRole('article', { name: 'The window' }).waitFor()
  }),
  dialog('help-search', async (page) => {
    await page.keyboard.press('F1')
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('sandbox')
    await page.getByRole('list', { name: 'Results' }).waitFor()
  }),
  view('tour', async (page) => {
    await command(page, 'tour')
    await page.getByRole('region', { name: 'Tour' }).waitFor()
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
  view('artifact', async (page) => {
    const content = 'Here it is.\n\n```html tides.html\n<h1>Tides</h1><p>High water at 04:12.</p>\n```'
    const event = { agentId: ROOT, turnId: 'page', kind: 'assistant', content, data: { model: 'claude-sonnet-5-5' } }
    await page.evaluate(`window.preview.record(${JSON.stringify(event)})`)
    await page.getByRole('figure').filter({ hasText: 'tides.html' }).getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe[title="Preview of tides.html"]').getByText('High water').waitFor()
  }),
  view('pdf', showPdf),
  view('race-view', showRace, '?world=six-attempts'),
  view(
    'race-attempt',
    async (page) => {
      await showRace(page)
      await page.getByRole('button', { name: 'Kimi K3', exact: true }).click()
    },
    '?world=six-attempts',
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
  view('push', async (page) => {
    await page.keyboard.press('Control+Shift+D')
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Push…' }).click()
    await page.getByRole('button', { name: /^Push to/ }).click()
    await page.getByRole('button', { name: 'Open pull request' }).scrollIntoViewIfNeeded()
  }),
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

/** Every view that the window has. */
export const PREVIEW_VIEWS: readonly PreviewView[] = [...FRAMES, ...POPUPS, ...DIALOG_VIEWS]
