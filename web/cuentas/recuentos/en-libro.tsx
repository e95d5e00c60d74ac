import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import type { CifrasRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero, fechaHora } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { useZona } from '../../lib/time/zona'
import { Datos } from '../../ui/datos'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'
import { CLAVE } from './queries'

type Props = { recuento: UnRecuento; cifras: CifrasRecuento; onChange: () => Promise<void> }

const contenedores = (n: number) => `${entero(n)} ${n === 1 ? 'contenedor' : 'contenedores'}`

/** The difference between a count of a partner and the book, with the action that enters it there, or undoes that. */
export function EnLibro({ recuento: r, cifras, onChange }: Props) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const cambia = useCambia()
  const zona = useZona()
  const [pregunta, setPregunta] = useState(false)
  const { libro } = r
  const hecho = libro?.anotado ?? null
  const params = { id: r.id }
  const enter = useMutation({
    mutationFn: () => (hecho ? call(api.undoEnterRecuento, { params }) : call(api.enterRecuento, { params })),
    onSuccess: async ({ movimientos }) => {
      await onChange()
      aviso.exito(
        hecho
          ? `Deshecho: ${entero(movimientos)} movimientos corregidos`
          : `Anotado en el libro: ${entero(movimientos)} movimientos`,
      )
    },
    onError: (e) => aviso.error(e.message),
    onSettled: () => {
      setPregunta(false)
      void cliente.invalidateQueries({ queryKey: CLAVE })
      void cliente.invalidateQueries({ queryKey: ['custodia'] })
    },
  })
  if (!libro) return null
  const iguales = cifras.faltantes + cifras.sobrantes === 0 && libro.sin_nombre === 0
  const firma = r.estado === 'por_firmar'
  const resumen = [
    cifras.faltantes > 0 && `${contenedores(cifras.faltantes)} que faltan salen de su cuenta`,
    cifras.sobrantes > 0 && `${contenedores(cifras.sobrantes)} que sobran entran en ella`,
    libro.sin_nombre !== 0 &&
      `${entero(Math.abs(libro.sin_nombre))} anotados sin nombre ${libro.sin_nombre > 0 ? 'salen de ella' : 'se le devuelven'}: lo que tiene es lo contado`,
  ]
    .filter(Boolean)
    .join('; ')
  return (
    <Seccion titulo="Frente al libro">
      <Datos
        datos={[
          ['En el libro, con nombre', entero(cifras.esperados)],
          ['En el libro, sin nombre', entero(libro.sin_nombre)],
          ['Contados', entero(cifras.encontrados + cifras.sobrantes)],
          ['Faltan', entero(cifras.faltantes)],
          ['Sobran', entero(cifras.sobrantes)],
        ]}
      />
      <Typography variant="body2" color="textSecondary" sx={{ my: 2 }}>
        {hecho
          ? `La diferencia está en el libro desde el ${fechaHora(hecho.momento, zona)}${hecho.persona ? `, la anotó ${hecho.persona}` : ''}. `
          : iguales
            ? 'El libro y el recuento dicen lo mismo. '
            : 'La diferencia no está en el libro. '}
        <Link
          to="/custodia"
          search={{
            vista: 'extracto',
            tercero: r.tercero_id ?? undefined,
            buscar: hecho ? `Recuento ${r.id}` : undefined,
          }}
          style={{ color: tono('brand') }}
        >
          Ver su extracto
        </Link>
      </Typography>
      {firma && !iguales && (
        <Alert severity="info" variant="outlined">
          Se podrá anotar en el libro cuando esté firmado.
        </Alert>
      )}
      {cambia && !firma && (hecho || !iguales) && (
        <Button variant={hecho ? 'outlined' : 'contained'} onClick={() => setPregunta(true)}>
          {hecho ? 'Deshacer lo anotado' : 'Anotar la diferencia en el libro'}
        </Button>
      )}
      <Confirm
        abierto={pregunta}
        titulo={hecho ? '¿Deshacer lo anotado?' : '¿Anotar la diferencia en el libro?'}
        texto={
          hecho
            ? 'Otras líneas del libro quitan las que dejó este recuento. El recuento no cambia.'
            : `Con fecha del cierre y este recuento como documento: ${resumen}.`
        }
        accion={hecho ? 'Deshacer' : 'Anotar'}
        ocupado={enter.isPending}
        onConfirm={() => enter.mutate()}
        onCancel={() => setPregunta(false)}
      />
    </Seccion>
  )
}
