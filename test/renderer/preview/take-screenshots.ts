import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium, type Browser, type Page } from '@playwright/test'

import { errorMessage } from '../../../src/shared/result.ts'
import type { PreviewView } from './preview-view.ts'
import { PREVIEW_VIEWS } from './preview-views.ts'
import { servePreview } from './serve-preview.ts'
import { findBrowser, NO_BROWSER } from '../../support/find-browser.ts'

/** The program of `npm run screenshots`. */
const SIZES = {
  wide: { width: 1920, height: 1080 },
  large: { width: 1440, height: 900 },
  small: { width: 900, height: 700 },
  narrow: { width: 420, height: 800 },
} as const
const SCHEMES = ['light', 'dark'] as const

const README = {
  views: ['panes', 'compare', 'asking'],
  directory: 'docs/images',
  size: { width: 1280, height: 800 },
  /** From 0 to 1. At this value, text stays sharp. */
  quality: 0.85,
} as const

async function shoot(
  browser: Browser,
  url: string,
  view: PreviewView,
  take: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ viewport: SIZES.large, reducedMotion: 'reduce' })
  try {
    await page.goto(`${url}${view.query}`)
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    await view.open(page)
    await page.mouse.move(0, 0)
    await take(page)
    console.log(view.name)
  } catch (error) {
    console.error(`${view.name}: ${errorMessage(error)}`)
    process.exitCode = 1
  } finally {
    await page.close()
  }
}

function takeAll(directory: string, { name }: PreviewView) {
  return async (page: Page): Promise<void> => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(directory, `${name}-${size}-${colorScheme}.png`) })
      }
    }
  }
}

function takeForReadme(browser: Browser, { name }: PreviewView) {
  return async (page: Page): Promise<void> => {
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

const isForReadme = process.argv[2] === '--readme'
const [directory = 'test-results/views', ...names] = isForReadme
  ? [README.directory, ...README.views]
  : process.argv.slice(2)
const executablePath = findBrowser()
if (executablePath === null) throw new Error(NO_BROWSER)
await mkdir(directory, { recursive: true })
const server = await servePreview()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const view of PREVIEW_VIEWS) {
  if (names.length > 0 && !names.includes(view.name)) continue
  await shoot(browser, server.url, view, isForReadme ? takeForReadme(browser, view) : takeAll(directory, view))
}
await browser.close()
await server.close()
