import { windowOpener } from './connection/window-opener.ts'

// The page's first script. It is small, so that the engine is connected while the window's own script is still being
// loaded.
windowOpener()
