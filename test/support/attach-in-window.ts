import type { Locator, Page } from '@playwright/test'

/** A file as a person pastes or drops it. */
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
