import { servePreview } from '../test/renderer/preview/serve-preview.ts'

/** Shows the window over an engine in memory, to work on how it looks: `node scripts/window-preview.ts`. */
const { url } = await servePreview()
console.log(`${url}\n${url}?world=empty`)
