/** The interfaces that core requires. Adapters implement them and import only this file; core imports no adapter. */
export type * from './ports/config-ports.ts'
export type * from './ports/log-ports.ts'
export type * from './ports/peer-ports.ts'
export type * from './ports/provider-ports.ts'
export type * from './ports/storage-ports.ts'
export type * from './ports/system-ports.ts'
export type * from './ports/tool-ports.ts'
export type * from './ports/usage-ports.ts'
