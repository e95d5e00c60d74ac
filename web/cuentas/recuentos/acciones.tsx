import Button from '@mui/material/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import type { LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { nombresOf } from '../../dominio/escaner/codigo'
import { planoQuery } from '../../dominio/plano/query'
import { useConfirmacion } from '../../dominio/use-confirmacion'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useCambia, useSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'

type Fila = Pick<LineaRecuento, 'mac' | 'apodo' | 'codigo' | 'resultado' | 'donde'>
type Props = { l: Fila; recuento: Recuento }

/**
 * Reports to the place engine that a container is where it was counted, or is there after all; asks for confirmation if the readers
 * contradict.
 */
function MoveHere({ l, recuento }: Props) {
  const aviso = useAviso()
  const plano = useQuery(planoQuery(recuento.empresa)).data
  const lugar = recuento.lugar ?? l.donde
  const ubicacion = recuento.ubicacion ?? plano?.data.find((u) => u.nombre === lugar)?.id
  const { say, undo, question } = useConfirmacion(
    { empresa: recuento.empresa, mac: l.mac ?? '', ubicacion: ubicacion ?? 0 },
    {
      onSaid: (id) => aviso.exito(`${l.apodo ?? l.mac} está en «${lugar}»`, () => undo.mutate(id)),
      onFailed: (e) => aviso.error(e.message),
    },
  )
  if (ubicacion === undefined || lugar === null || l.mac === null) return null
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        disabled={say.isPending || say.isSuccess}
        onClick={() => say.mutate(false)}
      >
        {l.resultado === 'falta' ? 'Está aquí' : say.isSuccess ? 'Movido' : 'Mover aquí'}
      </Button>
      {question}
    </>
  )
}

/**
 * Starts a search for a container: it goes on the loss ladder, with the name of the user. A closed count is the reason to search for it
 * although readers hear it.
 */
function Search({ l, recuento, cerrado }: Props & { cerrado: boolean }) {
  const aviso = useAviso()
  const sesion = useSesion()
  const undo = useMutation({
    mutationFn: (asientos: number[]) => call(api.undoAsientos, { body: { asientos } }),
    onSuccess: () => {
      search.reset()
      aviso.info('Deshecho')
    },
    onError: (e) => aviso.error(e.message),
  })
  const search = useMutation({
    mutationFn: () =>
      call(api.createAsientos, {
        body: {
          contenedores: [l.mac ?? ''],
          clase: 'busqueda',
          lleva: sesion?.id,
          nota: 'No encontrado en un recuento',
          recuento: cerrado ? recuento.id : null,
        },
      }),
    onSuccess: ({ asientos, resultados }) => {
      if (asientos.length > 0) aviso.exito(`${l.apodo ?? l.mac}, en búsqueda`, () => undo.mutate(asientos))
      else aviso.info(resultados[0]?.message ?? '')
    },
    onError: (e) => aviso.error(e.message),
  })
  const buscado = search.data !== undefined && search.data.asientos.length > 0
  return (
    <Button size="small" disabled={search.isPending || buscado} onClick={() => search.mutate()}>
      {buscado ? 'En búsqueda' : 'Buscar'}
    </Button>
  )
}

function Register({ l }: Pick<Props, 'l'>) {
  const navigate = useNavigate()
  const nombres = nombresOf(l.codigo)
  // A single word may be a mac or a nickname; the form asks for the mac first.
  const search = nombres?.mac ? { mac: nombres.mac } : { apodo: nombres?.apodo ?? l.codigo }
  return (
    <Button
      size="small"
      variant="outlined"
      onClick={() => void navigate({ to: '/PanelDisp', search: search as never })}
    >
      Registrar
    </Button>
  )
}

/** Actions for a row of a count. While it is open, its list itself says that a container is here; `cerrado`: the count never changes again. */
export function AccionesLinea({ l, recuento, cerrado = false }: Props & { cerrado?: boolean }) {
  const cambia = useCambia()
  if (!cambia) return null
  if (l.resultado === 'falta')
    return (
      <>
        {cerrado && <MoveHere l={l} recuento={recuento} />}
        <Search l={l} recuento={recuento} cerrado={cerrado} />
      </>
    )
  if (l.resultado === 'desconocido') return <Register l={l} />
  return l.resultado === 'correcto' ? null : <MoveHere l={l} recuento={recuento} />
}
