import type { Listening } from './context'
import type { EmissionModel } from './model/emission-model'

/** What tags of a company are judged by. */
export type Setting = Listening & { tabla: EmissionModel }
