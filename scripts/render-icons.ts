import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { iconImage, windowsIcon } from './icon-containers.ts'
import { installedBrowser } from '../src/main/adapters/browser/open-window.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

// The results are committed, so that packaging needs no browser.
scriptArguments(`Renders resources/icon.svg in the sizes that installers and systems need. Run it after a change of the drawing.

node scripts/render-icons.ts`)

const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024] as const
/** Windows icons have at most 256 pixels, and Linux desktops use at most 512. */
const WINDOWS_SIZES: readonly number[] = [16, 32, 48, 64, 128, 256]
const LINUX_SIZES: readonly number[] = [16, 32, 48, 64, 128, 256, 512]

const FOLDER = join(ROOT, 'resources')

const images = await drawAll(await readFile(join(FOLDER, 'icon.svg'), 'utf8'))
await mkdir(join(FOLDER, 'icons'), { recursive: true })
for (const { size, png } of images) {
  if (LINUX_SIZES.includes(size)) await writeFile(join(FOLDER, 'icons', `${size}x${size}.png`), png)
}
await writeFile(join(FOLDER, 'icon.ico'), windowsIcon(images.filter(({ size }) => WINDOWS_SIZES.includes(size))))
await writeFile(join(FOLDER, 'icon.icns'), iconImage(images))

async function drawAll(svg: string): Promise<readonly { readonly size: number; readonly png: Buffer }[]> {
  const executablePath = installedBrowser()
  // As root, Chromium does not start with its sandbox. The only page is the one below.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ args, ...(executablePath === null ? {} : { executablePath }) })
  try {
    const page = await browser.newPage()
    const images = []
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
      images.push({ size, png: await page.screenshot({ omitBackground: true }) })
    }
    return images
  } finally {
    await browser.close()
  }
}
