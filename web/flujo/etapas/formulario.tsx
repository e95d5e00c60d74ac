import AddIcon from '@mui/icons-material/AddOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useState } from 'react'
import type { Ciclo, Ciclos } from '#contract/flujo/ciclos/ciclos'
import { MAX_CICLOS, reviewCiclos } from '#contract/flujo/ciclos/values'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { BarraGuardar } from '../../ui/barra-guardar'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/feedback/confirm'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { FichaCiclo } from './ciclo'
import { suggestEtapas } from './suggest'

type Props = { empresa: number; nombre: string; guardados: Ciclos; onReload: () => void }

/** All loops of a company; all are saved together, and nothing before. */
export function FormularioCiclos({ empresa, nombre, guardados, onReload }: Props) {
  const [ciclos, setCiclos] = useState<Ciclo[]>(guardados.data)
  const [intento, setIntento] = useState(false)
  const [porQuitar, setPorQuitar] = useState<number>()
  const save = useCambio(
    (data: Ciclo[]) =>
      call(api.setCiclos, { params: { id: empresa }, body: { version: guardados.version, data } }),
    () => `Etapas de ${nombre} guardadas`,
    true,
  )
  const reparo = reviewCiclos(ciclos)
  const cambia = JSON.stringify(ciclos) !== JSON.stringify(guardados.data)
  const conflicto = save.error instanceof ErrorLlamada && save.error.code === 'ciclos_cambiados'
  const add = () =>
    setCiclos([
      ...ciclos,
      {
        nombre: ciclos.length ? `Ciclo ${ciclos.length + 1}` : 'General',
        familias: ciclos.some((c) => !c.familias.length)
          ? guardados.familias.filter((f) => !ciclos.some((c) => c.familias.includes(f))).slice(0, 1)
          : [],
        etapas: ciclos.length ? [] : suggestEtapas(guardados.ubicaciones),
      },
    ])
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        setIntento(true)
        if (!reparo) save.mutate(ciclos)
      }}
    >
      {ciclos.length === 0 ? (
        <EstadoVacio
          texto="Aún no hay etapas"
          ayuda="Se proponen por el grupo y el nombre de cada ubicación; luego las cambias a tu gusto."
          accion={
            <Button variant="contained" onClick={add}>
              Proponer las etapas
            </Button>
          }
        />
      ) : (
        <Box sx={{ display: 'grid', gap: 6 }}>
          {ciclos.map((c, i) => (
            <FichaCiclo
              // biome-ignore lint/suspicious/noArrayIndexKey: a new loop has no number yet, and loops keep their order
              key={i}
              ciclo={c}
              ubicaciones={guardados.ubicaciones}
              familias={guardados.familias}
              onChange={(nuevo) => setCiclos(ciclos.map((x, k) => (k === i ? nuevo : x)))}
              onRemove={() => setPorQuitar(i)}
            />
          ))}
          <Box>
            <Button startIcon={<AddIcon />} disabled={ciclos.length >= MAX_CICLOS} onClick={add}>
              Otro ciclo
            </Button>
          </Box>
        </Box>
      )}
      {intento && reparo && (
        <Alert severity="error" variant="outlined" sx={{ mt: 4 }}>
          {reparo}
        </Alert>
      )}
      {save.error && (
        <Alert
          severity="error"
          variant="outlined"
          sx={{ mt: 4 }}
          {...(conflicto && {
            action: (
              <Button color="inherit" size="small" onClick={onReload}>
                Recargar
              </Button>
            ),
          })}
        >
          {save.error.message}
        </Alert>
      )}
      {(ciclos.length > 0 || cambia) && (
        <BarraGuardar>
          <Button type="submit" variant="contained" disabled={!cambia} loading={save.isPending}>
            Guardar
          </Button>
          <Button
            disabled={!cambia}
            onClick={() => {
              setCiclos(guardados.data)
              setIntento(false)
            }}
          >
            Descartar
          </Button>
        </BarraGuardar>
      )}
      <Confirm
        abierto={porQuitar !== undefined}
        peligro
        titulo="Quitar el ciclo"
        texto={`El ciclo ${ciclos[porQuitar ?? 0]?.nombre ?? ''} y sus etapas desaparecen al guardar.`}
        accion="Quitar"
        onCancel={() => setPorQuitar(undefined)}
        onConfirm={() => {
          setCiclos(ciclos.filter((_, k) => k !== porQuitar))
          setPorQuitar(undefined)
        }}
      />
    </Box>
  )
}
