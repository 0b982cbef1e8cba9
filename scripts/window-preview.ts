import { servePreview } from '../test/renderer/preview/serve-preview.ts'
import { scriptArguments } from './script-arguments.ts'

scriptArguments('npm run preview   shows the window with an in-memory engine, to work on its appearance')
const { url } = await servePreview()
console.log(`${url}\n${url}?world=empty\n${url}?world=asking\n${url}?world=compare`)
