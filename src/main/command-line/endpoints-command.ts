import type { Command } from 'commander'

import { defined } from '../../shared/defined.ts'
import { type EndpointEntry, endpointEntrySchema } from '../../shared/endpoints/endpoint-entry.ts'
import { ENDPOINT_PRESETS, PRESET_NAMES, isPresetName } from '../../shared/endpoints/endpoint-presets.ts'
import { CLOUD_AUTHS, ENDPOINT_KINDS, KIND_LABELS } from '../../shared/endpoints/endpoint-kinds.ts'
import type { EndpointState, EndpointTrial } from '../../shared/endpoints/endpoint-trial.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt-signal.ts'

interface AddFlags extends JsonFlag {
  readonly preset?: string
  readonly kind?: string
  readonly url?: string
  readonly header?: readonly string[]
  readonly keyEnv?: string
  readonly keyStdin?: boolean
  readonly tokenCommand?: string
  readonly auth?: string
  readonly profile?: string
  readonly model?: readonly string[]
}

/** Adds `ikigai endpoints`. */
export function registerEndpoints(program: Command, { output, finish, withEngine }: CommandContext): void {
  const endpoints = program
    .command('endpoints')
    .description('list, add, remove and try endpoints: servers whose models are named NAME/MODEL')
  endpoints
    .command('list', { isDefault: true })
    .description('show the endpoints, and which have a key')
    .option('--known', 'the services that need only a name, instead')
    .option('--json', 'one endpoint per line')
    .action(async ({ json = false, known = false }: JsonFlag & { readonly known?: boolean }) => {
      if (!known) return withEngine((engine) => listEndpoints(engine, json, output))
      for (const name of PRESET_NAMES) output.out(json ? `${jsonText(knownService(name))}\n` : `${knownText(name)}\n`)
      return finish(EXIT.done)
    })
  endpoints
    .command('add')
    .description('add an endpoint, or replace the one with that name')
    .argument('<name>', 'a known service, or a name of your own')
    .option('--preset <service>', 'the known service, for another name')
    .option('--kind <kind>', ENDPOINT_KINDS.join(', '))
    .option('--url <address>', 'its address')
    .option('--header <NAME=VALUE...>', 'headers of its requests')
    .option('--key-env <variable>', 'the variable with its key')
    .option('--key-stdin', 'read its key from stdin, and save it in the keychain')
    .option('--token-command <command>', 'a program that prints a token')
    .option('--auth <cloud>', `sign in with the credentials of a cloud: ${CLOUD_AUTHS.join(', ')}`)
    .option('--profile <name>', 'the profile of AWS, with --auth aws')
    .option('--model <name...>', 'models that its list lacks')
    .action(async (name: string, flags: AddFlags) => {
      const entry = entryFrom(name, flags)
      if (typeof entry !== 'string') return withEngine((engine) => addEndpoint(engine, { name, entry, flags }, output))
      output.error(`${entry}\n`)
      return finish(EXIT.usage)
    })
  endpoints
    .command('remove')
    .description('remove an endpoint, and forget its key')
    .argument('<name>')
    .action((name: string) => withEngine((engine) => removeEndpoint(engine, name, output)))
  endpoints
    .command('try')
    .description('ask a model for one word, and show the request and the answer')
    .argument('<name>', 'NAME, or NAME/MODEL')
    .option('--json', 'everything as one line of JSON')
    .action(async (name: string, { json = false }: JsonFlag) => {
      const signal = interruptSignal()
      await withEngine((engine) => tryEndpoint(engine, name, { json, signal }, output))
    })
}

/** Returns the entry of the flags, or what is wrong with them. */
function entryFrom(name: string, flags: AddFlags): EndpointEntry | string {
  const { preset = isPresetName(name) ? name : undefined, header = [], model } = flags
  const wrong = header.find((each) => !/^[^=\s]+=/.test(each))
  if (wrong !== undefined) return 'A header is NAME=VALUE.'
  const headers = Object.fromEntries(
    header.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  const parsed = endpointEntrySchema.safeParse(
    defined({
      name: preset === name ? undefined : name,
      preset,
      kind: flags.kind,
      base_url: flags.url,
      headers: header.length > 0 ? headers : undefined,
      key_env: flags.keyEnv,
      token_command: flags.tokenCommand,
      auth: flags.auth,
      profile: flags.profile,
      models: model,
    }),
  )
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') ?? 'The endpoint'} ${issue?.message ?? 'is not valid'}. See: ikigai endpoints add --help`
  }
  const service = preset !== undefined && isPresetName(preset) ? ENDPOINT_PRESETS[preset] : null
  if (service !== null && service.baseUrl === null && flags.url === undefined)
    return `Its address depends on you. Give it with --url ${service.addressForm ?? 'ADDRESS'}`
  return parsed.data
}

async function listEndpoints(engine: Engine, json: boolean, output: Output): Promise<ExitCode> {
  const states = await engine.endpoints.list()
  for (const state of states) output.out(json ? `${jsonText(state)}\n` : `${stateText(state)}\n`)
  if (states.length === 0 && !json)
    output.error('No endpoints. Known services: ikigai endpoints list --known\nAdd one: ikigai endpoints add NAME\n')
  return EXIT.done
}

const KEY_TEXTS: Readonly<Record<EndpointState['key'], string>> = {
  environment: 'key from the environment',
  stored: 'key saved',
  config: 'key in config.json',
  token: 'token of a program',
  cloud: 'credentials of its cloud',
  none: 'no key',
}

function stateText({ name, baseUrl, kind, key, needsKey }: EndpointState): string {
  const keyText = key === 'none' && !needsKey ? 'no key, and none may be needed' : KEY_TEXTS[key]
  return `${name}  ${baseUrl ?? 'no address'}  ${KIND_LABELS[kind]}  ${keyText}`
}

function knownService(name: (typeof PRESET_NAMES)[number]) {
  const { label, kind, baseUrl, addressForm, keyVariables, auth, tokenExample } = ENDPOINT_PRESETS[name]
  return {
    name,
    label,
    kind,
    address: baseUrl ?? addressForm ?? null,
    variable: keyVariables[0],
    auth,
    token: tokenExample,
  }
}

function knownText(name: (typeof PRESET_NAMES)[number]): string {
  const { label, kind, address, variable } = knownService(name)
  return `${name}  ${label}  ${KIND_LABELS[kind]}  ${address ?? ''}  ${variable}`
}

async function addEndpoint(
  engine: Engine,
  { name, entry, flags }: { readonly name: string; readonly entry: EndpointEntry; readonly flags: AddFlags },
  output: Output,
): Promise<ExitCode> {
  const updated = await engine.config.update({ endpoints: { [name]: entry } })
  if (!updated.ok) {
    output.error(`${updated.error.message}\n`)
    return exitCodeOf(updated.error)
  }
  const key = flags.keyStdin === true ? (await Array.fromAsync(process.stdin)).join('').trim() : null
  const saved = key === null ? null : await engine.endpoints.setKey({ name, key })
  if (saved !== null && !saved.ok) {
    output.error(`${saved.error.message}\n`)
    return exitCodeOf(saved.error)
  }
  output.out(`${name} is an endpoint now. Try it: ikigai endpoints try ${name}\n`)
  return EXIT.done
}

async function removeEndpoint(engine: Engine, name: string, output: Output): Promise<ExitCode> {
  const known = await engine.endpoints.list()
  const found = known.find((each) => each.name === name && each.isConfigured)
  if (found === undefined) {
    const names = known.filter((each) => each.isConfigured).map((each) => each.name)
    output.error(`No endpoint ${name} in config.json. There are: ${names.join(', ') || 'none'}.\n`)
    return EXIT.usage
  }
  const removed = await engine.config.update({ endpoints: { [name]: null } })
  if (removed.ok) output.out(`${name} was removed.\n`)
  else output.error(`${removed.error.message}\n`)
  return removed.ok ? EXIT.done : exitCodeOf(removed.error)
}

async function tryEndpoint(
  engine: Engine,
  spec: string,
  { json, signal }: { readonly json: boolean; readonly signal: AbortSignal },
  output: Output,
): Promise<ExitCode> {
  const slash = spec.indexOf('/')
  const name = slash === -1 ? spec : spec.slice(0, slash)
  const model = slash === -1 ? undefined : spec.slice(slash + 1)
  const tried = await engine.endpoints.try({ name, ...defined({ model }) }, signal)
  if (!tried.ok) {
    output.error(`${tried.error.message}\n`)
    return exitCodeOf(tried.error)
  }
  output.out(json ? `${jsonText(tried.value)}\n` : trialText(tried.value))
  return tried.value.error === null ? EXIT.done : EXIT.turnFailed
}

function trialText({ model, request, answer, text, error }: EndpointTrial): string {
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [
    ...(request === null ? ['Nothing was sent.'] : [`POST ${request.url}`, ...headers, '', request.body]),
    '',
    ...(answer === null ? ['No answer came.'] : [`Status ${answer.status}`, '', answer.body]),
    '',
    error === null ? `${model} said: ${text}` : error.message,
    '',
  ].join('\n')
}
