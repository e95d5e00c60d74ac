import type { DecodificadorGateway } from '../lectura'

/** What a maker's gateways send, and how they are set up. Its folder has a README for docs/gateways.md, and samples with what is read of them. */
export type Maker<Id extends string = string> = {
  /** Its messages' format, as in the address `/api/lecturas/{formato}`. */
  id: Id
  /** Product names, for people. */
  name: string
  decode: DecodificadorGateway
  /** Its own topics, with `<gateway>` and `<tag>` for a level each; all makers have `retorna/<id>/<gateway>` and `…/<tag>` besides. */
  topics: readonly string[]
  /** Topic to enter on the gateway, in the maker's own notation; null: it does not use MQTT. */
  publishes: string | null
  /** What to enter on the gateway besides, in the words of its own settings, in Spanish. */
  settings: readonly string[]
  /** Where a message names the gateway, and the time: for docs/gateways.md. */
  gatewayFrom: string
  time: string
}

export const defineMaker = <const Id extends string>(maker: Maker<Id>): Maker<Id> => maker
