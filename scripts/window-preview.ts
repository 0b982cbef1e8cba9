import { servePreview } from '../test/renderer/preview/serve-preview.ts'

/** Shows the window with an in-memory engine, to work on its appearance: `npm run preview`. */
const { url } = await servePreview()
console.log(`${url}\n${url}?world=empty\n${url}?world=asking\n${url}?world=compare`)
