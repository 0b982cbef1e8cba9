import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '../../../src/renderer/app.tsx'
import { afterMilliseconds } from '../../../src/renderer/store/delayed-writes.ts'
import { nextFrame } from '../../../src/renderer/store/frame-batch.ts'
import '../../../src/renderer/theme/tokens.css'
import '../../../src/renderer/theme/base.css'
import { createWindowModel } from '../../../src/renderer/window-model.ts'
import { createPreviewEngine } from './preview-engine.ts'
import { busyWorld, emptyWorld } from './preview-world.ts'

/** The window over an engine in memory. `?world=empty` is a first start. Tests reach the engine as `window.preview`. */
const world = new URLSearchParams(location.search).get('world') === 'empty' ? emptyWorld() : busyWorld()
const preview = createPreviewEngine(world)
const model = createWindowModel(preview.connection, { frame: nextFrame, rest: afterMilliseconds(50) })
model.start()
Object.assign(window, { preview })

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <App window={model} onMenuCommand={() => () => undefined} />
  </StrictMode>,
)
