import { createCompatibleProvider } from '../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import type { CompanyVendor } from '../../src/main/adapters/providers/openai-compatible/vendor.ts'
import { LOCAL } from '../../src/main/adapters/providers/openai-compatible/vendors/local.ts'
import { META } from '../../src/main/adapters/providers/openai-compatible/vendors/meta.ts'
import { MISTRAL } from '../../src/main/adapters/providers/openai-compatible/vendors/mistral.ts'
import { MOONSHOT } from '../../src/main/adapters/providers/openai-compatible/vendors/moonshot.ts'
import { OPENROUTER } from '../../src/main/adapters/providers/openai-compatible/vendors/openrouter.ts'
import { XAI } from '../../src/main/adapters/providers/openai-compatible/vendors/xai.ts'
import type { Provider } from '../../src/main/core/ports/provider-ports.ts'
import type { Simulator } from './provider-simulator/simulator.ts'
import { TEST_KEY } from './provider-outcome.ts'

/** `xai-chat`: xAI's other API, which has its own recordings. */
export const VENDORS = {
  xai: XAI,
  'xai-chat': { ...XAI, api: 'chat' },
  meta: META,
  mistral: MISTRAL,
  moonshot: MOONSHOT,
  openrouter: OPENROUTER,
  local: LOCAL,
} as const satisfies Readonly<Record<string, CompanyVendor>>

export type VendorKey = keyof typeof VENDORS

export const VENDOR_MODELS: Readonly<Record<VendorKey, string>> = {
  xai: 'grok-4.7',
  'xai-chat': 'grok-4.7',
  meta: 'muse-spark-1.3',
  mistral: 'mistral-medium-latest',
  moonshot: 'kimi-k3.1-pro',
  openrouter: 'anthropic/claude-sonnet-4.5',
  local: 'qwen3:8b',
}

export function compatibleAt(key: VendorKey, simulator: Simulator, idleTimeoutMs = 20_000): Provider {
  const vendor = VENDORS[key]
  return createCompatibleProvider(vendor, { key: TEST_KEY, baseUrl: simulator.baseUrls[vendor.name], idleTimeoutMs })
}
