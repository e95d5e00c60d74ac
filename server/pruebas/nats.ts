import { connect } from '@nats-io/transport-node'

/** NATS of this machine, where one answers. */
export const URL_NATS = 'nats://127.0.0.1:4222'

/** Whether it does, and keeps streams. */
export async function hasNats(): Promise<boolean> {
  try {
    const nc = await connect({ servers: '127.0.0.1:4222', timeout: 1000, reconnect: false })
    const hay = nc.info?.jetstream === true
    await nc.close()
    return hay
  } catch {
    return false
  }
}
