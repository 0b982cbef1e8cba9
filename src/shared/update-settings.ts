import { z } from 'zod'

import { UPDATE_SETTINGS, type UpdateSetting } from './app-update.ts'
import { maskAddress, sentText, setting, textSchema } from './setting-row.ts'

const updateSettingSchema = z.enum(UPDATE_SETTINGS, `must be ${UPDATE_SETTINGS.join(', ')}`)
const addressSchema = textSchema
  .regex(/^https:\/\/|^http:\/\/127\.0\.0\.1(:\d+)?(\/|$)/, 'must begin with https://')
  .nullable()

/** The settings about newer versions of ikigai. */
export const UPDATE_ROWS = {
  /** Which newer versions are asked for. `off`: none, and nothing is asked, loaded or installed. */
  updates: setting<UpdateSetting>({
    key: 'updates',
    type: updateSettingSchema,
    schema: updateSettingSchema,
    default: 'stable',
    whenWrong: { value: 'off', effect: 'no newer version is looked for' },
    appliesAt: 'immediately',
    isInWindow: true,
  }),
  /** Address of the folder with updates of the app, as on a mirror. Null: the one with which it was packed. */
  updateFeed: setting({
    key: 'update_feed',
    type: sentText.nullable(),
    schema: addressSchema,
    default: null,
    appliesAt: 'immediately',
    isInWindow: false,
    mask: maskAddress,
  }),
  /** Address of the npm registry that `ikigai update --check` asks; nothing else does. Null: it asks none. */
  updateRegistry: setting({
    key: 'update_registry',
    type: sentText.nullable(),
    schema: addressSchema,
    default: 'https://registry.npmjs.org',
    whenWrong: { value: null, effect: 'no registry is asked' },
    appliesAt: 'immediately',
    isInWindow: false,
    mask: maskAddress,
  }),
}
