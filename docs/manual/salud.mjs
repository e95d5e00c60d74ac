/** Section of the user manual. */
export const salud = {
  titulo: 'Salud de Retorna',
  ruta: '/admin/usuarios?pestana=salud',
  quien: 'admin',
  texto: [
    'En Usuarios, la pestaña Salud dice cómo va el propio Retorna. «Qué mirar» resume lo que pide atención, lo grave primero, y cada línea lleva a su lista. Si no hay nada, pone «Todo va bien». Se actualiza sola.',
    'Si el reloj de la máquina salta, lo dice aquí: Retorna no lo cree y sigue con la hora que llevaba, los eventos que llegan se fechan por su llegada y llevan en reloj_maquina la hora que decía la máquina, y nadie tiene que volver a entrar. Pon en hora la máquina.',
    {
      lista: [
        'Lecturas que llegan: cuánto tardan en quedar guardadas desde que llegan, cuántas esperan y cuántas entran por minuto. Más de 5 segundos, o más de 10.000 en cola, sale en rojo.',
        'Lectores: cuántos callan, no oyen nada, tienen la hora mal, se rechazan o no se han oído nunca. Debajo está cada uno, primero los que tienen una avería, con un enlace a su hoja y otro a la avería.',
        'Cuarentena y Envíos de avisos: los mensajes que no se pudieron leer, y los avisos que esperan, se reintentan o no se entregaron.',
        'Trabajos: lo que Retorna hace por su cuenta (buscar averías, enviar avisos, la copia diaria): cuánto espera, cuándo se hizo por última vez, y por qué falló lo que falló.',
        'Base de datos y disco: cuánto ocupa, cuánto crece al día y cuándo se llena el disco a ese ritmo. Hace falta un día de medidas. Si la base de datos está en otro servidor, su disco no se sabe.',
        'Copias y Versiones: cuándo se hizo la última copia diaria, y qué versiones están en marcha.',
      ],
    },
    'Quien administra una sola empresa ve sus lectores, su cuarentena y sus envíos. Lo demás es de toda la instalación y solo lo ve quien administra todas.',
  ],
}
