import { overwriteEnvironment } from '../../../../bin/overwrite-environment.mjs'
import { learnSecretsIn } from '../../../shared/known-secrets.ts'
import { type Environment, isToolVariable } from './tool-environment.ts'

/**
 * Variables that stay in `process.env`, because Node, Electron, the keychain's library or a driver reads them there.
 * Any other variable is hidden from all libraries, including new versions of them.
 */
const KEPT = [
  /^IKIGAI_(?!BACKUP_PASSPHRASE$)/,
  /^ELECTRON_/,
  /^NODE_(OPTIONS|PATH|DEBUG|ENV|USE_SYSTEM_CA|USE_ENV_PROXY|TLS_REJECT_UNAUTHORIZED|V8_COVERAGE|COMPILE_CACHE)$/,
  /^XDG_/,
  /^(DBUS_SESSION_BUS_ADDRESS|GNOME_KEYRING_CONTROL|CHROME_DESKTOP|DESKTOP_SESSION)$/,
  /^PG(HOST|PORT|USER|USERNAME|DATABASE|SSLMODE|TARGETSESSIONATTRS|CONNECT_TIMEOUT)$/,
  // Display and graphics settings.
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|LD_LIBRARY_PATH|APPDIR|APPIMAGE)$/,
  /^(GTK|GDK|QT|GIO|GSETTINGS|FONTCONFIG|FC|XCURSOR|LIBGL|MESA|LIBVA|VDPAU|DRI)_/,
]

let taken: Environment | null = null

/**
 * Returns the environment that this process was started with, and removes it from `process.env` except for the
 * variables above: a library that looks for its own key or header finds none. On Linux the values are also removed from
 * `/proc/PID/environ`. Later calls return the same object.
 */
export function takeEnvironment(): Environment {
  if (taken !== null) return taken
  taken = { ...process.env }
  learnSecretsIn(taken)
  const removed = Object.keys(taken).filter((name) => !stays(name))
  for (const name of removed) delete process.env[name]
  overwriteEnvironment(new Set(removed))
  return taken
}

function stays(name: string): boolean {
  return isToolVariable(name) || KEPT.some((pattern) => pattern.test(name))
}
