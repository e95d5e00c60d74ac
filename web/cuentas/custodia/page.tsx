import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entero } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'
import { tono } from '../../ui/theme/tono'
import { DE_VISTA, useBusquedaCustodia, type VistaCustodia } from './busqueda'
import { Cuentas } from './cuentas'
import { Disputas } from './disputas'
import { Extracto } from './extracto'
import { Diferencias, EnCuenta } from './listas'
import { saldosQuery } from './queries'
import { Saldos } from './saldos'
import { Terceros } from './terceros'
import type { PropsVista } from './vista'

const PESTANAS: readonly (readonly [VistaCustodia, string, propia?: true])[] = [
  ['saldos', 'Saldos'],
  ['extracto', 'Extracto'],
  ['contenedores', 'Contenedores'],
  ['diferencias', 'Libro y lugar', true],
  ['disputas', 'En disputa', true],
  ['terceros', 'Terceros', true],
]
const VISTA: Record<VistaCustodia, (p: PropsVista) => ReactNode> = {
  saldos: Saldos,
  extracto: Extracto,
  contenedores: EnCuenta,
  diferencias: Diferencias,
  disputas: Disputas,
  terceros: Terceros,
}

/** Containers that partners have: balances, statements, and what the places say about them. */
export function CustodiaPage() {
  const [busqueda, change] = useBusquedaCustodia()
  const sesion = useSesion()
  const deTercero = sesion?.rol === 'tercero'
  const consulta = useQuery(saldosQuery(useEmpresa()))
  const pestanas = PESTANAS.filter(([, , propia]) => !(propia && deTercero))
  const { vista = 'saldos' } = busqueda
  const elegida = pestanas.some(([v]) => v === vista) ? vista : 'saldos'
  const saldos = consulta.data?.data
  const porAnotar = consulta.data?.por_anotar ?? 0
  const Vista = VISTA[elegida]
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0, height: '100%' }}>
      <Vista
        key={elegida}
        saldos={saldos}
        consulta={consulta}
        busqueda={busqueda}
        change={change}
        deTercero={deTercero}
        cabecera={
          <Box>
            <Tabs
              value={elegida}
              onChange={(_, v: VistaCustodia) =>
                void change({ ...DE_VISTA, vista: v === 'saldos' ? undefined : v })
              }
              variant="scrollable"
              scrollButtons={false}
              aria-label="Vistas de custodia"
              sx={{ px: 4, borderBottom: `1px solid ${tono('line')}` }}
            >
              {pestanas.map(([v, texto]) => (
                <Tab key={v} value={v} label={texto} />
              ))}
            </Tabs>
            {porAnotar > 0 && (
              <Alert severity="info" variant="outlined" sx={{ mx: 4, mt: 3, py: 0 }}>
                {porAnotar === 1
                  ? 'El libro se está haciendo: falta 1 contenedor.'
                  : `El libro se está haciendo: faltan ${entero(porAnotar)} contenedores.`}{' '}
                Hasta entonces los saldos cambian.
              </Alert>
            )}
            {elegida !== 'terceros' && (
              <Cuentas
                saldos={saldos}
                elegido={busqueda.tercero}
                onChange={(tercero) => void change({ tercero, familia: undefined, pagina: undefined })}
                onOwn={() =>
                  void change({ ...DE_VISTA, vista: 'contenedores', tercero: undefined, familia: undefined })
                }
              />
            )}
          </Box>
        }
      />
    </Box>
  )
}
