import { setTimeout as after } from 'node:timers/promises'

import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, inject } from 'vitest'

import { BROWSER_ARGUMENTS, NO_BROWSER } from '../../support/find-browser.ts'
import type { PreviewEngine } from '../preview/preview-types.ts'

declare global {
  interface Window {
    preview: PreviewEngine
    chooseFromMenu(commandId: string): void
    /** Shows an agent in a pane. */
    show(agentId: string): void
    /** The type of the dialog that is open; `none`. */
    dialogType(): string
    /** Opens the window on a fresh engine, in place of the last one. `query` names its world. */
    openWorld(query: string): void
  }
}

const SIZES = {
  wide: { width: 1440, height: 900 },
  /** Just wide enough for the tree beside the panes. */
  small: { width: 912, height: 700 },
  /** The wide window at a zoom of 200 %. */
  zoomed: { width: 720, height: 450 },
} as const

/** What outlasts the test: a clock is that of all pages of a context, scripts and routes stay on the page. */
const OWN_ONLY = ['clock', 'addInitScript', 'exposeBinding', 'exposeFunction', 'route'] as const

function refuseToChange(name: string): never {
  throw new Error(`Other tests share this page: use ${name} on a page of ownPage()`)
}

/** Starting a browser and the first load of the window, on a machine that may be busy. */
const SLOW_START_MS = 120_000

const CONTEXT = { viewport: SIZES.wide, reducedMotion: 'reduce' } as const

/** The preview in a browser that all test files of a worker share. */
export interface OpenPreview {
  /**
   * A page on a fresh engine, `query` naming its world. Close it when the test is done: it is then given to another
   * test, because loading the window takes three times as long as opening it again.
   */
  page(query?: string): Promise<Page>
  /** The same for a test that changes more of the page than what it shows: its clock, its scripts, its requests. */
  ownPage(query?: string): Promise<Page>
  /** What any of the pages logged as an error. */
  readonly problems: readonly string[]
  /** Closes the pages that are still open; the browser ends with the worker. */
  close(): Promise<void>
}

interface Started {
  readonly url: string
  readonly browser: Browser
  /** Pages keep nothing in the browser, so they can share what it has loaded. */
  readonly context: BrowserContext
  /** Pages that no test uses. */
  readonly unused: Page[]
}

let started: Promise<Started> | null = null
/** Ends pages whose `close` lends them. */
const ends = new WeakMap<Page, () => Promise<void>>()
/** Of the test file that runs. */
let problems: string[] = []

async function start(executablePath: string): Promise<Started> {
  const answer = await fetch(inject('previewStarter'))
  const url = await answer.text()
  if (!answer.ok) throw new Error(url)
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGUMENTS })
  return { url, browser, context: await browser.newContext(CONTEXT), unused: [] }
}

/** Waits until the tree is drawn. Its error says what the page does instead. */
async function agents(page: Page): Promise<void> {
  try {
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
  } catch (cause) {
    const state = page.evaluate(describePage, ANSWER_MS)
    const silence = after(ANSWER_MS * 2, 'The page runs no scripts')
    throw new Error(await Promise.race([state, silence]), { cause })
  }
}

/** How long a page that works takes to answer at most, in ms. */
const ANSWER_MS = 5000

/** Runs in the page. */
async function describePage(limitMs: number): Promise<string> {
  const frame = new Promise<string>((resolve) => requestAnimationFrame(() => resolve('draws frames')))
  const none = new Promise<string>((resolve) => setTimeout(() => resolve('draws no frames'), limitMs))
  const root = document.getElementById('root')
  return `The page is ${document.visibilityState}, ${await Promise.race([frame, none])} and shows: ${root?.innerHTML.slice(0, 500)}`
}

/**
 * Opens the preview before the tests of a block, and closes it after them. Until then each use throws.
 * `executablePath`: of the browser; null fails the tests and says which one to install.
 */
export function previewForTests(executablePath: string | null): OpenPreview {
  let opened: OpenPreview | null = null
  beforeAll(async () => {
    opened = await openPreview(executablePath)
  }, SLOW_START_MS)
  afterAll(() => opened?.close())
  const preview = (): OpenPreview => {
    if (opened === null) throw new Error('The preview is open in tests only')
    return opened
  }
  return {
    page: (query) => preview().page(query),
    ownPage: (query) => preview().ownPage(query),
    get problems() {
      return preview().problems
    },
    close: () => preview().close(),
  }
}

async function openPreview(executablePath: string | null): Promise<OpenPreview> {
  if (executablePath === null) throw new Error(NO_BROWSER)
  const { url, browser, context, unused } = await (started ??= start(executablePath))
  const found: string[] = (problems = [])
  async function load(within: BrowserContext, query: string): Promise<Page> {
    const page = await within.newPage()
    page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${url}${query}`)
    await agents(page)
    return page
  }
  /** Closing the page lends it to the next test. */
  function lent(page: Page): Page {
    ends.set(page, page.close.bind(page))
    for (const name of OWN_ONLY) Object.defineProperty(page, name, { get: () => refuseToChange(name) })
    page.close = async () => {
      await reset(page)
      unused.push(page)
    }
    return page
  }
  return {
    problems: found,
    async ownPage(query = '') {
      // The clock and the routes of a page are those of its context.
      const own = await browser.newContext(CONTEXT)
      const page = await load(own, query)
      page.on('close', () => void own.close())
      return page
    },
    async page(query = '') {
      const page = unused.pop()
      if (page === undefined) return lent(await load(context, query))
      await page.evaluate((world) => window.openWorld(world), query)
      await agents(page)
      return page
    },
    async close() {
      const open = browser.contexts().flatMap((each) => each.pages().filter((page) => !unused.includes(page)))
      await Promise.all(open.map((page) => (ends.get(page) ?? page.close.bind(page))()))
    },
  }
}

/** Takes back what a test changes from outside the page. */
async function reset(page: Page): Promise<void> {
  await page.mouse.move(-1, -1)
  if (page.viewportSize()?.width !== SIZES.wide.width) await page.setViewportSize(SIZES.wide)
}

/** What two colour schemes can differ in. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe looks at, as selectors; without any: the whole page. */
export interface AxePart {
  readonly only?: string
  readonly except?: string
}

/** Violations as `rule: elements`, and by how many pixels the page is wider than a window at a zoom of 200 %. */
export interface Accessibility {
  readonly light: readonly string[]
  readonly dark: readonly string[]
  readonly forcedColors: readonly string[]
  readonly tooWide: number
}

export const ACCESSIBLE: Accessibility = { light: [], dark: [], forcedColors: [], tooWide: 0 }

/**
 * Checks the page with all rules of axe in light colours and a wide window, then what colours can make wrong in dark
 * ones and a small window, and in forced ones. The page is as it was before when this is done.
 */
export async function checkAccessibility(page: Page, { only = 'html', except }: AxePart): Promise<Accessibility> {
  const axe = () => {
    // The pages have no frames; the mode that looks into them opens a second page each time.
    const builder = new AxeBuilder({ page, ...alreadyLoaded(page) }).setLegacyMode(true).include(only)
    builder.options({ resultTypes: ['violations'] })
    return except === undefined ? builder : builder.exclude(except)
  }
  const light = await findings(axe())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(SIZES.small)
  const dark = await findings(axe().withRules(COLOR_RULES))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  const forcedColors = await findings(axe().withRules(COLOR_RULES))
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null })
  await page.setViewportSize(SIZES.zoomed)
  const tooWide = await page.evaluate(async () => {
    // The window lays itself out again after it has noticed the size.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
  await page.setViewportSize(SIZES.wide)
  return { light, dark, forcedColors, tooWide }
}

const pagesWithAxe = new WeakSet<Page>()

/** Loading axe takes as long as a check. A page that has it is given an empty script instead. */
function alreadyLoaded(page: Page): { readonly axeSource?: string } {
  if (pagesWithAxe.has(page)) return { axeSource: ';' }
  pagesWithAxe.add(page)
  return {}
}

async function findings(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** What the window has asked the engine for, as `agents.submit {…}`. */
export function engineCalls(page: Page, name: string): Promise<readonly string[]> {
  return page.evaluate((prefix) => window.preview.calls.filter((call) => call.startsWith(prefix)), name)
}
