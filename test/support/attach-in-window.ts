import type { Locator, Page } from '@playwright/test'

/** A file as a user pastes or drops it. */
export interface OfferedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Pastes files into a text box, as a file manager or a screenshot tool would. */
export async function pasteFiles(box: Locator, files: readonly OfferedFile[]): Promise<void> {
  await box.focus()
  const data = await transferOf(box.page(), files)
  await box.evaluate((element, clipboardData) => {
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

/** Drags files over an element, and drops them. `over`: what is checked before they are dropped. */
export async function dropFiles(
  target: Locator,
  files: readonly OfferedFile[],
  over: () => Promise<void> = async () => {},
): Promise<void> {
  const dataTransfer = await transferOf(target.page(), files)
  await target.dispatchEvent('dragover', { dataTransfer })
  await over()
  await target.dispatchEvent('drop', { dataTransfer })
}

/** Drops files and folders of the disk on the middle of an element, as from a file manager. */
export async function dropPaths(target: Locator, paths: readonly string[]): Promise<void> {
  const page = target.page()
  const box = await target.boundingBox()
  if (box === null) throw new Error('The element is not visible')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  // 1: copy
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
  }
  await session.detach()
}

/** Draws a JPEG in the page: red on the left, blue on the right. Its EXIF says how it must be turned. */
export async function drawJpeg(page: Page, width: number, height: number, orientation: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('No canvas')
      context.fillStyle = 'red'
      context.fillRect(0, 0, w / 2, h)
      context.fillStyle = 'blue'
      context.fillRect(w / 2, 0, w / 2, h)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
      return btoa(String.fromCharCode(...bytes))
    },
    [width, height] as const,
  )
  const jpeg = Buffer.from(encoded, 'base64')
  // APP1 with a TIFF header and one entry: tag 0x0112, type SHORT, one value.
  const exif = Buffer.from('ffe10022457869660000' + '4d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif[29] = orientation
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

function transferOf(page: Page, files: readonly OfferedFile[]) {
  const encoded = files.map(({ name, type, bytes }) => ({ name, type, data: Buffer.from(bytes).toString('base64') }))
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, type, data } of all) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type }))
    }
    return transfer
  }, encoded)
}
