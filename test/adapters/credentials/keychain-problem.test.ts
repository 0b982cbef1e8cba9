import { expect, it } from 'vitest'
import { keychainProblem } from '../../../src/main/adapters/credentials/keychain-port.ts'

it.each([
  [
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
    'no_service',
  ],
  ["Couldn't access platform storage: Secret Service: no result found", 'no_service'],
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['User canceled the operation.', 'locked'],
  ["Cannot find module '@napi-rs/keyring-linux-x64-gnu'", 'failed'],
] as const)('%s means %s', (detail, kind) => {
  expect(keychainProblem(detail)).toEqual({ kind, detail })
})
