/** The name under which the preload script posts the engine's MessagePort into the window. */
export const ENGINE_PORT_MESSAGE = 'ikigai:engine-port'

/** The message with which the window asks for a port; asked again after a reload. */
export const REQUEST_PORT_CHANNEL = 'ikigai:request-engine-port'
