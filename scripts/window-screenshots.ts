import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium, type Browser } from '@playwright/test'

import { errorMessage } from '../src/shared/result.ts'
import { PREVIEW_VIEWS, type PreviewView } from '../test/renderer/preview/preview-views.ts'
import { servePreview } from '../test/renderer/preview/serve-preview.ts'
import { installedBrowser } from './installed-browser.ts'

/**
 * Takes a picture of every view of the window, light and dark, large and small, over an engine in memory:
 * `node scripts/window-screenshots.ts [DIRECTORY [VIEW…]]`. To be looked at; nothing is compared.
 */
const SIZES = { large: { width: 1440, height: 900 }, small: { width: 900, height: 700 } } as const
const SCHEMES = ['light', 'dark'] as const

async function shoot(browser: Browser, url: string, view: PreviewView, directory: string): Promise<void> {
  const page = await browser.newPage({ viewport: SIZES.large, reducedMotion: 'reduce' })
  try {
    await page.goto(`${url}${view.query}`)
    await page.getByRole('navigation', { name: 'Agents' }).waitFor()
    await view.open(page)
    await page.mouse.move(0, 0)
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.screenshot({ path: join(directory, `${view.name}-${size}-${colorScheme}.png`) })
      }
    }
    console.log(view.name)
  } catch (error) {
    console.error(`${view.name}: ${errorMessage(error)}`)
    process.exitCode = 1
  } finally {
    await page.close()
  }
}

const [directory = 'test-results/views', ...names] = process.argv.slice(2)
const executablePath = installedBrowser() ?? chromium.executablePath()
await mkdir(directory, { recursive: true })
const server = await servePreview()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const view of PREVIEW_VIEWS) {
  if (names.length === 0 || names.includes(view.name)) await shoot(browser, server.url, view, directory)
}
await browser.close()
await server.close()
