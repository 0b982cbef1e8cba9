import { API_PROVIDERS } from '../../../../shared/providers.ts'
import { DEMO_PROVIDERS } from './demo-script.ts'

/** The environment of a demo: that of programs, which has no keys and no addresses, and placeholders for keys. */
export function demoEnvironment(programs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const placeholders = DEMO_PROVIDERS.map((name) => [API_PROVIDERS[name].keyVariables[0], 'demo'] as const)
  return { ...programs, ...Object.fromEntries(placeholders) }
}
