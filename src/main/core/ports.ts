/** Everything that core needs from the world. Adapters implement these and know this file alone; core sees no adapter. */
export type * from './ports/config-ports.ts'
export type * from './ports/log-ports.ts'
export type * from './ports/peer-ports.ts'
export type * from './ports/provider-ports.ts'
export type * from './ports/storage-ports.ts'
export type * from './ports/system-ports.ts'
export type * from './ports/tool-ports.ts'
