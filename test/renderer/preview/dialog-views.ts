import type { Page } from '@playwright/test'

import { SETTINGS_PAGES } from '../../../src/shared/settings-pages.ts'
import {
  attachFiles,
  command,
  compareAll,
  dialog,
  type DialogType,
  NAME,
  openColumnMenu,
  openMessageMenu,
  type PreviewView,
  view,
} from './preview-view.ts'
import { LONG, ROOT, SIBLING } from './preview-world.ts'

const byCommand = (name: string, words: string, query = ''): PreviewView =>
  dialog(name, (page) => command(page, words), query)

const byKeys = (name: string, keys: string): PreviewView => dialog(name, (page) => page.keyboard.press(keys))

/** A dialog that only an event from outside, or another home, opens. `properties`: as code. */
const byItself = (name: string, properties: string): PreviewView =>
  dialog(name, (page) => page.evaluate(`window.openDialog(${properties})`))

async function openSettings(page: Page, tab: string): Promise<void> {
  await page.keyboard.press('Control+,')
  await page.getByRole('tab', { name: tab }).click()
}

async function clickInSettings(page: Page, settings: string, button: string): Promise<void> {
  await openSettings(page, settings)
  await page.getByRole('button', { name: button }).click()
}

const SETTINGS: readonly PreviewView[] = SETTINGS_PAGES.map((name, index) =>
  dialog(`settings-${name}`, async (page) => {
    await page.keyboard.press('Control+,')
    await page.getByRole('tab').nth(index).click()
  }),
)

const FORMS = [
  dialog('endpoint-form', async (page) => {
    await clickInSettings(page, 'Endpoints', 'Add endpoint')
    await page.getByRole('combobox').first().selectOption('bedrock-claude')
    await page.getByRole('combobox').last().selectOption('aws')
  }),
  dialog('endpoint-tried', async (page) => {
    await clickInSettings(page, 'Endpoints', 'Add endpoint')
    await page.getByRole('tabpanel').getByRole('textbox').first().fill('groq')
    await page.getByRole('combobox').first().selectOption('groq')
    await page.getByRole('tabpanel').locator('button[type=submit]').first().click()
    await page.getByRole('region', { name: 'Groq' }).getByRole('button').first().click()
    for (const part of await page.getByRole('tabpanel').locator('summary').all()) await part.click()
  }),
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
] as const satisfies readonly PreviewView[]

/** The views of every dialog. A dialog without one does not compile. */
const BY_DIALOG: Readonly<Record<DialogType, readonly [PreviewView, ...PreviewView[]]>> = {
  palette: [byKeys('palette', 'Control+k')],
  switcher: [byKeys('switcher', 'Control+p')],
  layouts: [byKeys('layouts', 'Control+Shift+K')],
  shortcuts: [byKeys('shortcuts', 'Control+Shift+/')],
  inbox: [
    byCommand('inbox', 'approval inbox', '?world=asking'),
    byCommand('inbox-effects', 'approval inbox', '?world=effects'),
  ],
  recorder: [byCommand('recorder', 'flight recorder')],
  overview: [byKeys('overview', 'Control+Shift+O')],
  tree: [
    view('tree-drawer', async (page) => {
      // Wider windows have the tree beside the panes.
      await page.setViewportSize({ width: 600, height: 800 })
      await page.evaluate(`window.openDialog({ type: 'tree' })`)
      await page.getByRole('dialog').waitFor()
    }),
  ],
  profile: [byCommand('profile', 'new agent with profile')],
  outside: [byCommand('outside', 'new outside agent')],
  ended: [byItself('ended', `{ type: 'ended' }`)],
  rename: [byCommand('rename', 'rename agent')],
  conflict: [
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
  ],
  unsure: [
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
  ],
  fork: [byKeys('fork', 'Control+Shift+N')],
  search: [
    dialog('search', async (page) => {
      await page.keyboard.press('Control+Shift+F')
      await page.keyboard.type('token')
      await page.getByRole('option').first().waitFor()
    }),
  ],
  split: [byKeys('split', 'Control+\\')],
  prompts: [byKeys('prompts', 'Control+o')],
  rewind: [byCommand('rewind', 'rewind')],
  mark: [byCommand('mark', 'set mark')],
  system: [byCommand('system', 'system prompt')],
  budget: [byCommand('budget', 'set budget')],
  folder: [byCommand('folder', 'working folder')],
  take_over: [byItself('take-over', `{ type: 'take_over', agentId: '${ROOT}' }`)],
  export: [byCommand('export', 'export')],
  import: [byCommand('import', 'import')],
  race: [byCommand('race', 'race')],
  evaluation: [byCommand('evaluate', 'run evaluation')],
  rerun: [byCommand('rerun', 'rerun')],
  merge_back: [byCommand('merge-back', 'merge into agent')],
  adopt: [
    dialog(
      'adopt-conflicts',
      async (page) => {
        await page.getByRole('button', { name: /^Adopt / }).click()
        await page.getByRole('dialog', { name: 'Adopt with conflicts' }).waitFor()
      },
      '?world=race',
    ),
  ],
  retry: [byCommand('retry', 'try again with')],
  redact: [
    dialog('redact', async (page) => {
      await openMessageMenu(page)
      await page.getByRole('menuitem', { name: 'Redact…' }).click()
    }),
  ],
  kill: [byCommand('kill', 'kill agent')],
  cost: [
    byItself(
      'cost',
      `{ type: 'cost', prompt: { agents: 2, estimates: [{ model: 'claude-sonnet-5-5', tokens: 380_000, outputTokens: 4_000,
        usdWarm: null, usdCold: 1.2, usd: 1.2, cache: 'cold', warmUntil: null, missing: [] }], limit: 1 }, onSend: () => undefined }`,
    ),
  ],
  event: [
    dialog('event', async (page) => {
      await openMessageMenu(page)
      await page.getByRole('menuitem', { name: 'Show event' }).click()
    }),
  ],
  file: [
    dialog(
      'file',
      async (page) => {
        await attachFiles(page)
        await page
          .getByRole('region', { name: `Agent ${NAME}` })
          .getByRole('button', { name: /^screen\.png/ })
          .click()
      },
      '?pane=files',
    ),
  ],
  compare: [byCommand('compare-choice', 'compare…')],
  judge: [view('judge', (page) => openColumnMenu(page, /judge/), '?world=compare')],
  result: [view('result', (page) => openColumnMenu(page, /result/), '?world=compare')],
  answers: [inComparison('answers', 'judge answers')],
  add_column: [inComparison('add-column', 'add a column')],
  add_merge: [
    view(
      'add-merge',
      (page) => page.getByRole('button', { name: 'Merge into agent…' }).first().click(),
      '?world=judged',
    ),
  ],
  settings: [...FORMS, ...SETTINGS],
}

function inComparison(name: string, words: string): PreviewView {
  const open = async (page: Page) => {
    await compareAll(page)
    await command(page, words)
  }
  return view(name, open, '?world=compare')
}

/** The views of all dialogs, each with the dialog that it shows. */
export const DIALOG_VIEWS: readonly PreviewView[] = Object.entries(BY_DIALOG).flatMap(([type, views]) =>
  views.map((each) => ({ ...each, dialog: type })),
)
