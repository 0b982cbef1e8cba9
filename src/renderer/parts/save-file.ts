/** Time after which the blob's URL is revoked; long enough for the browser to start the download. ms. */
const KEPT_MS = 60_000

/** Saves a file as a download of the browser; Electron asks for the location. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
