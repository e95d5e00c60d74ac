import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { FichaContenedor } from '#contract/oir/contenedores/contenedores'
import { UndoEtiqueta } from '../../dominio/etiqueta/undo-etiqueta'
import type { Change } from '../../lib/api/direccion'
import { useCambia } from '../../lib/session/sesion'
import { Seccion } from '../../ui/seccion'
import { Ahora, impactosOf } from './ahora'
import type { BusquedaContenedor } from './busqueda'
import { Curvas } from './curvas'
import { Estancias, Etiquetas, Impactos } from './listas'
import { Perdida } from './perdida'
import { PorQue } from './por-que'
import { Razones } from './razones'
import { Recorrido } from './recorrido'

type Props = {
  ficha: FichaContenedor
  /** When the data arrived, in ms. */
  leida: number
  empresa: number | undefined
  /** As in the address. */
  apodo: string
  busqueda: BusquedaContenedor
  change: Change<BusquedaContenedor>
  /** The date fields, on layouts where they come after the sections without dates. */
  dias: ReactNode
  onCorrectLugar: () => void
  onChangeEtiqueta: () => void
  onUndo: (mac: string) => void
}

/** The data of a container, section by section. */
export function Secciones({
  ficha,
  leida,
  empresa,
  apodo,
  busqueda,
  change,
  dias,
  onCorrectLugar,
  onChangeEtiqueta,
  onUndo,
}: Props) {
  const cambia = useCambia()
  const deAntiguaANueva = useMemo(() => ficha.estancias.toReversed(), [ficha])
  const onPaso = useCallback((paso: number) => void change({ paso }, true), [change])
  return (
    <>
      <Seccion
        titulo="Ahora"
        acciones={
          cambia &&
          !ficha.eliminado &&
          ficha.dispositivo.ApodoLector !== null && (
            <Button size="small" onClick={onCorrectLugar}>
              No está aquí
            </Button>
          )
        }
      >
        <Ahora d={ficha.dispositivo} eliminado={ficha.eliminado !== null} impactos={impactosOf(ficha)} />
      </Seccion>
      {dias && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{dias}</Box>}
      <Seccion
        titulo="Etiqueta"
        acciones={
          cambia &&
          !ficha.eliminado && (
            <Button size="small" onClick={onChangeEtiqueta}>
              Cambiar etiqueta
            </Button>
          )
        }
      >
        {cambia && ficha.deshacer_s > 0 && (
          <UndoEtiqueta
            apodo={ficha.dispositivo.Apodo ?? ficha.dispositivo.Dispositivo}
            empresa={ficha.dispositivo.empresa}
            segundos={ficha.deshacer_s}
            desde={leida}
            onUndo={onUndo}
          />
        )}
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          La etiqueta Bluetooth que lleva ahora y las que llevó antes, por su MAC.
        </Typography>
        <Etiquetas etiquetas={ficha.etiquetas} mac={ficha.dispositivo.Dispositivo} />
      </Seccion>
      <Seccion titulo="Recorrido">
        <Recorrido
          estancias={deAntiguaANueva}
          paso={busqueda.paso}
          onPaso={onPaso}
          empresa={ficha.dispositivo.empresa}
          enPlano={busqueda.sobre === 'plano'}
          onEnPlano={(si) => void change({ sobre: si ? 'plano' : undefined }, true)}
        />
      </Seccion>
      <Seccion titulo="Estancias">
        <Estancias estancias={ficha.estancias} cortadas={ficha.estancias_cortadas} />
      </Seccion>
      <Seccion titulo="¿Por qué está aquí?">
        <Razones d={ficha.dispositivo} empresa={empresa} />
        <PorQue apodo={apodo} empresa={empresa} />
      </Seccion>
      {!ficha.eliminado && (
        <Seccion titulo="Pérdida">
          <Perdida apodo={apodo} mac={ficha.dispositivo.Dispositivo} empresa={ficha.dispositivo.empresa} />
        </Seccion>
      )}
      <Seccion titulo="Batería y temperatura">
        <Curvas curvas={ficha.curvas} />
      </Seccion>
      <Seccion titulo="Impactos">
        <Impactos impactos={ficha.impactos} mide={ficha.mide_impactos} total={ficha.impactos_total} />
      </Seccion>
    </>
  )
}
