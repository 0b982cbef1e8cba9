import { z } from 'zod'

import type { UpdateChannel } from '../../../shared/app-update.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { HostNotNamed } from '../only-hosts.ts'
import { withoutPassword } from '../../../shared/without-password.ts'

const TIMEOUT_MS = 10_000

/** The tags of the registry. */
const TAGS: Readonly<Record<UpdateChannel, string>> = { stable: 'latest', preview: 'preview' }

const newest = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/) })

/**
 * Returns the newest version of ikigai in an npm registry, such as `1.2.3`. Sends nothing but the name of the package. What the
 * registry answers is only compared and printed. On the channel `preview` it is the version with that tag. `timeoutMs`: when it is given up.
 */
export async function newestVersion(
  registry: string,
  channel: UpdateChannel = 'stable',
  timeoutMs = TIMEOUT_MS,
): Promise<Result<string>> {
  const shown = withoutPassword(registry)
  const within = AbortSignal.timeout(timeoutMs)
  try {
    const address = new URL(`ikigai/${TAGS[channel]}`, registry.endsWith('/') ? registry : `${registry}/`)
    const response = await fetch(address, { signal: within, headers: { accept: 'application/json' } })
    if (response.status === 404) return refuse(`${shown} has no package ikigai yet.`)
    if (!response.ok) return refuse(`${shown} could not be asked: status ${response.status}.`)
    const read = newest.safeParse(await response.json())
    return read.success ? ok(read.data.version) : refuse(`${shown} did not answer with a version.`)
  } catch (error) {
    if (error instanceof Error && error.cause instanceof HostNotNamed) return refuse(error.cause.message)
    // Messages of fetch may quote the address.
    return refuse(
      `${shown} could not be asked: ${within.aborted ? 'it did not answer in time' : 'the connection failed'}.`,
    )
  }
}
