import packageJson from '../../package.json' with { type: 'json' }
import { EXIT, type ExitCode } from './command-line/exit-code.ts'
import type { ServePlace } from './command-line/register-serve.ts'
import { createEngine, currentDataDirectory, type OpenedEngine } from './create-engine.ts'
import { ApiTokens } from './hosts/api/api-tokens.ts'
import { openApiDocument } from './hosts/api/openapi-document.ts'
import { type ApiServer, serveApi } from './hosts/api/serve-api.ts'
import { keepRunning } from './hosts/stray-errors.ts'
import { baseUrl } from './hosts/listen.ts'
import type { Output } from './process-output.ts'
import type { Result } from '../shared/result.ts'
import { closeAtEnd, closeServerAtEnd, untilAborted } from './hosts/close-at-end.ts'

/** Serves the HTTP API until the signal aborts. Its address is the only line on stdout. */
export async function serveApiHost(place: ServePlace, signal: AbortSignal, output: Output): Promise<ExitCode> {
  const opened = await createEngine({ host: 'web' })
  if (!opened.ok) {
    output.error(`${opened.error.message}\n`)
    return EXIT.turnFailed
  }
  for (const warning of opened.value.warnings) output.error(`${warning}\n`)
  try {
    const served = await startApi(opened.value, place)
    if (!served.ok) {
      output.error(`${served.error.message}\n`)
      return EXIT.turnFailed
    }
    output.out(`${served.value.url}\n`)
    if ((await openTokens().list()).length === 0) output.error(NO_TOKEN)
    const { engine, dataDirectory } = opened.value
    const say = (text: string): void => output.error(`${text}\n`)
    const endKeeping = keepRunning({ folder: dataDirectory, say, onError: engine.onStrayError })
    await untilAborted(signal)
    endKeeping()
    await closeServerAtEnd(served.value, output)
    return EXIT.done
  } finally {
    await closeAtEnd(opened.value.engine, output)
  }
}

const NO_TOKEN = 'No program has access yet. Make a token: ikigai tokens add NAME\n'

function startApi({ engine, config, logger }: OpenedEngine, place: ServePlace): Promise<Result<ApiServer>> {
  return serveApi(engine, {
    address: place.address ?? config.listenAddress,
    port: place.port ?? apiPort(config.listenPort),
    tokens: openTokens(),
    version: packageJson.version,
    logger,
  })
}

/** Returns the port after that of the window, which is often served at the same time. 0: any free one. */
function apiPort(listenPort: number): number {
  return listenPort === 0 || listenPort === 65_535 ? 0 : listenPort + 1
}

export async function printOpenApi(output: Output): Promise<ExitCode> {
  const document = await openApiDocument(packageJson.version, `${baseUrl('127.0.0.1', DEFAULT_API_PORT)}/v1`)
  output.out(`${JSON.stringify(document, null, 2)}\n`)
  return EXIT.done
}

const DEFAULT_API_PORT = 1_985

/** The tokens of this data directory, whether the API is currently served or not. */
export function openTokens(): ApiTokens {
  return new ApiTokens(currentDataDirectory())
}
