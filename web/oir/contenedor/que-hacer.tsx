import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { EnlaceBoton } from '../../barra/enlaces'
import { Oido } from '../../dominio/etiqueta/oido'
import { isOido } from '../../dominio/etiqueta/primera'
import { Lugar } from '../../dominio/lugar'
import { UltimoRegistro } from '../../dominio/ultimo-registro'
import { useCambia } from '../../lib/session/sesion'
import { tono } from '../../ui/theme/tono'
import { consejoOf } from './consejo'

type Props = { ficha: FichaContenedor; onChangeEtiqueta: () => void; onCorrectLugar: () => void }

/** For a user in front of the container: when and where it was last heard, and what to do now. */
export function QueHacer({ ficha, onChangeEtiqueta, onCorrectLugar }: Props) {
  const { dispositivo: d, etiquetas, eliminado } = ficha
  const desde = etiquetas[0]?.momento
  const [consejo, hace] = consejoOf(ficha)
  const cambia = useCambia()
  return (
    <Box
      component="section"
      aria-label="Qué hacer"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '12px 32px',
        p: 4,
        borderRadius: 2,
        border: `1px solid ${tono('line')}`,
        bgcolor: tono('paper'),
      }}
    >
      <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: '8px 32px' }}>
        <Dato nombre="Visto por última vez">
          <UltimoRegistro iso={d.UltimoRegistro} empresa={d.empresa} conExacta />
        </Dato>
        <Dato nombre="Dónde">
          <Lugar d={d} falta="Sin ubicación disponible" />
        </Dato>
      </Box>
      <Box sx={{ flex: '1 1 320px', display: 'grid', justifyItems: 'start', gap: 2 }}>
        {!eliminado && (!isOido(d.UltimoRegistro, desde) || isReciente(desde ?? d.FechaRegistro)) && (
          <Oido ultimo={d.UltimoRegistro} lector={d.ApodoLector} desde={desde} />
        )}
        <Box component="p" sx={{ m: 0, fontSize: 14, lineHeight: '20px' }}>
          {consejo}
        </Box>
        {hace === 'etiqueta' && cambia && (
          <Button variant="outlined" onClick={onChangeEtiqueta}>
            Ponerle otra etiqueta
          </Button>
        )}
        {hace === 'lugar' && cambia && (
          <Button variant="outlined" onClick={onCorrectLugar}>
            Decir dónde está
          </Button>
        )}
        {hace === 'causa' && d.Causa !== null && (
          <EnlaceBoton to="/causas/$id" params={{ id: String(d.Causa) }} variant="outlined">
            Ver la avería
          </EnlaceBoton>
        )}
        {hace === 'pila' && (
          <EnlaceBoton to="/pilas" search={{ buscar: d.Apodo ?? d.Dispositivo } as never} variant="outlined">
            Ver su pila
          </EnlaceBoton>
        )}
        {hace === 'atasco' && (
          <EnlaceBoton to="/ciclo" search={{ vista: 'antiguedad' } as never} variant="outlined">
            Ver los atascados
          </EnlaceBoton>
        )}
        {hace === 'incidencias' && (
          <EnlaceBoton
            to="/incidencias"
            search={{ ver: 'abiertas', buscar: d.Apodo ?? undefined } as never}
            variant="outlined"
          >
            {ficha.abiertas.n > 1 ? 'Ver sus incidencias' : 'Ver su incidencia'}
          </EnlaceBoton>
        )}
      </Box>
    </Box>
  )
}

function Dato({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <div>
      <Box component="dt" sx={{ fontSize: 12, color: tono('muted') }}>
        {nombre}
      </Box>
      <Box component="dd" sx={{ m: 0, mt: 0.5, fontWeight: 550 }}>
        {children}
      </Box>
    </div>
  )
}

const RECIENTE_MS = 10 * 60_000
const isReciente = (iso: string) => Date.now() - Date.parse(iso) < RECIENTE_MS
