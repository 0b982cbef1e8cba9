import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'yaml'
import { z } from 'zod'

import type { UpdateChannel } from '../../../shared/app-update.ts'

const packedSchema = z.looseObject({ url: z.url({ protocol: /^https$/ }) })

/** Returns the address of the folder with updates with which the app was packed; null: there is none. */
export function packedUpdateAddress(resources: string): string | null {
  try {
    const packed = packedSchema.safeParse(parse(readFileSync(join(resources, 'app-update.yml'), 'utf8')))
    return packed.success ? packed.data.url : null
  } catch {
    return null
  }
}

/** How electron-builder names the list of updates of a channel for a system and processor. */
export function updateFeedName(channel: UpdateChannel, platform: string, arch: string): string {
  const name = channel === 'stable' ? 'latest' : channel
  if (platform === 'linux') return `${name}-linux${arch === 'x64' ? '' : `-${arch}`}.yml`
  return platform === 'darwin' ? `${name}-${arch}-mac.yml` : `${name}.yml`
}
