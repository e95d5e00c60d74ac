import { createContext, type ReactNode, useContext } from 'react'
import { useAjustes } from './ajustes'

const Contexto = createContext('Europe/Madrid')

/** Asks for the settings once: a table has a time in each of its rows. */
export function ProveedorZona({ children }: { children: ReactNode }) {
  return <Contexto value={useAjustes()?.zonaHoraria ?? 'Europe/Madrid'}>{children}</Contexto>
}

/** Zone of the plant; Europe/Madrid until the settings have arrived. */
export const useZona = (): string => useContext(Contexto)
