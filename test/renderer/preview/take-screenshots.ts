import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium, type Browser, type Page } from '@playwright/test'

import { errorMessage } from '../../../src/shared/result.ts'
import type { PreviewView } from './preview-view.ts'
import { PREVIEW_VIEWS } from './preview-views.ts'
import { servePreview } from './serve-preview.ts'
import { findBrowser, NO_BROWSER } from '../../support/find-browser.ts'

/** The program of `npm run screenshots`. */
const SIZES = {
  wide: { width: 1440, height: 900 },
  small: { width: 1024, height: 768 },
  portrait: { width: 640, height: 800 },
  phone: { width: 390, height: 844 },
} as const
const SCHEMES = ['light', 'dark'] as const

const parsed = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean' }, language: { type: 'string' } },
})
/** What the window is set to; null: English. */
const language = parsed.values.language ?? null

const README = {
  views: ['panes', 'compare', 'asking'],
  directory: 'docs/images',
  size: { width: 1280, height: 800 },
  /** From 0 to 1. At this value, text stays sharp. */
  quality: 0.85,
} as const

/** A view that cannot be opened, or that opens another dialog than its own, fails the program. */
async function shoot(page: Page, view: PreviewView, take: (page: Page) => Promise<void>): Promise<void> {
  await page.setViewportSize(SIZES.wide)
  if (language !== null) await page.evaluate('window.drawInEnglish(true)')
  await page.evaluate(`window.openWorld(${JSON.stringify(view.query)})`)
  await page.getByRole('navigation', { name: 'Agents' }).waitFor()
  await view.open(page)
  if (view.part !== null) await page.locator(view.part).first().waitFor()
  const dialog = await page.evaluate('window.dialogType()')
  if (dialog !== (view.dialog ?? 'none')) throw new Error(`It shows the dialog ${String(dialog)}`)
  if (language !== null) await page.evaluate('window.drawInEnglish(false)')
  await page.mouse.move(0, 0)
  await take(page)
}

/** Reloading would take longer than all pictures of a view, so each is taken on the page of the one before. */
async function shootAll(
  browser: Browser,
  url: string,
  views: readonly PreviewView[],
  take: (view: PreviewView) => (page: Page) => Promise<void>,
): Promise<void> {
  let page: Page | null = null
  for (const view of views) {
    try {
      page ??= await openPage(browser, url)
      await shoot(page, view, take(view))
      console.log(view.name)
    } catch (error) {
      console.error(`${view.name}: ${errorMessage(error)}`)
      process.exitCode = 1
      await page?.close()
      page = null
    }
  }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZES.wide, reducedMotion: 'reduce' })
  await page.goto(url)
  if (language !== null) {
    await page.evaluate(`localStorage.setItem('ikigai.language', ${JSON.stringify(language)})`)
    await page.reload()
  }
  return page
}

function takeAll(directory: string) {
  return ({ name }: PreviewView) =>
    async (page: Page): Promise<void> => {
      const session = await page.context().newCDPSession(page)
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport)
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await twoFrames(page)
          // Larger files than those of `page.screenshot`, in a third of its time.
          const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
          await writeFile(join(directory, `${name}-${size}-${colorScheme}.png`), data, 'base64')
        }
      }
      await session.detach()
    }
}

/** The window lays itself out again after it has noticed another size. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

function takeForReadme(browser: Browser) {
  return ({ name }: PreviewView) =>
    async (page: Page): Promise<void> => {
      await page.setViewportSize(README.size)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const picture = await asWebp(browser, await page.screenshot())
        await writeFile(join(README.directory, `${name}-${colorScheme}.webp`), picture)
      }
    }
}

/** Converts a PNG to WebP, a quarter of its size, in the browser. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    // A string, because this file is also type-checked without the DOM.
    const encoded = await page.evaluate<string>(`(async () => {
      const image = new Image()
      image.src = 'data:image/png;base64,${png.toString('base64')}'
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      canvas.getContext('2d').drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', ${README.quality})
    })()`)
    return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
  } finally {
    await page.close()
  }
}

const { readme: isForReadme = false } = parsed.values
const [directory = 'test-results/views', ...names] = isForReadme
  ? [README.directory, ...README.views]
  : parsed.positionals
const executablePath = findBrowser()
if (executablePath === null) throw new Error(NO_BROWSER)
await mkdir(directory, { recursive: true })
const server = await servePreview()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const unknown = names.filter((name) => PREVIEW_VIEWS.every((view) => view.name !== name))
if (unknown.length > 0) throw new Error(`No such view: ${unknown.join(', ')}`)
const views = PREVIEW_VIEWS.filter(({ name }) => names.length === 0 || names.includes(name))
await shootAll(browser, server.url, views, isForReadme ? takeForReadme(browser) : takeAll(directory))
await browser.close()
await server.close()
