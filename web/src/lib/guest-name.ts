// A name for whoever comes for the first time: a bird, as bots are herbs. Two of a name at a table get a number there.

const BIRDS =
  'Avocet Bittern Blackcap Brambling Bullfinch Bunting Chaffinch Crossbill Curlew Dipper Dotterel Dunlin Dunnock Egret Eider Fieldfare Finch Firecrest Fulmar Gannet Godwit Goldcrest Greenfinch Harrier Heron Hobby Hoopoe Jackdaw Kestrel Kingfisher Kittiwake Lapwing Lark Linnet Magpie Merlin Nightjar Nuthatch Oriole Osprey Partridge Petrel Pipit Plover Puffin Quail Redpoll Redstart Redwing Robin Rook Sandpiper Siskin Snipe Sparrow Starling Stonechat Swallow Swift Thrush Wagtail Waxwing Wheatear Wren'.split(
    ' ',
  );

/** `random` gives numbers from 0 up to 1. */
export const guestName = (random: () => number = Math.random): string => BIRDS[Math.floor(random() * BIRDS.length)]!;
