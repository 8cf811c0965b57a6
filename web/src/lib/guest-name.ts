// A name for whoever comes for the first time. The second of two who look alike is refused a seat, so there are many.

const FIRST =
  'Amber Brisk Calm Clever Cosy Dapper Early Fern Gentle Golden Happy Jolly Keen Late Lucky Mellow Merry Misty Nimble Patient Plain Quick Quiet Rosy Silver Snug Steady Sunny Thrifty Warm Wild Woolly'.split(
    ' ',
  );
const SECOND =
  'Alder Badger Bunting Curlew Dormouse Finch Fox Hare Heather Heron Ibex Juniper Kestrel Lark Linnet Marten Moss Newt Otter Owl Poppy Quail Robin Sorrel Stoat Swift Tansy Thimble Thistle Vole Weaver Wren'.split(
    ' ',
  );

/** `random` gives numbers from 0 up to 1. */
export function guestName(random: () => number = Math.random): string {
  const one = (words: readonly string[]) => words[Math.floor(random() * words.length)]!;
  return `${one(FIRST)} ${one(SECOND)}`;
}
