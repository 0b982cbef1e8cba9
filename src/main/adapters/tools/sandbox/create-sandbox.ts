import { refuse } from '../../../../shared/result.ts'
import type { Sandbox } from '../../../core/ports/sandbox-ports.ts'
import { type LinuxSandboxOptions, linuxSandbox } from './linux-sandbox.ts'
import { macosSandbox } from './macos-sandbox.ts'

/** Returns the sandbox of this system. */
export function createSandbox(context: LinuxSandboxOptions): Sandbox {
  if (process.platform === 'linux') return linuxSandbox(context)
  return process.platform === 'darwin' ? macosSandbox(context) : noSandbox(NONE)
}

const NONE = 'There is no sandbox for this operating system.'

/** A sandbox that confines nothing, and says why. */
function noSandbox(reason: string): Sandbox {
  return { problem: async () => reason, confine: async () => refuse(reason) }
}
