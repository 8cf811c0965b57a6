//! How many play at each table where the number does not divide.

use crate::rules::TableSize;

/// The sizes of the tables for so many, the largest first. As few as possible are left over; then the tables are as few
/// as possible; then as alike as possible.
pub(crate) fn table_sizes(people: usize, size: TableSize) -> Vec<usize> {
    for seated in (0..=people).rev() {
        let tables = seated.div_ceil(size.most());
        if tables * size.least() <= seated && seated > 0 {
            let (each, more) = (seated / tables, seated % tables);
            return (0..tables)
                .map(|table| each + usize::from(table < more))
                .collect();
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(people: usize, most: u8, least: u8) -> Vec<usize> {
        table_sizes(people, TableSize::new(most, least).unwrap())
    }

    #[test]
    fn tables_are_full_where_the_number_divides() {
        assert_eq!(sizes(8, 4, 2), [4, 4]);
        assert_eq!(sizes(9, 3, 3), [3, 3, 3]);
        assert_eq!(sizes(6, 2, 2), [2, 2, 2]);
    }

    #[test]
    fn elsewhere_some_are_smaller_or_somebody_is_left_over() {
        assert_eq!(sizes(7, 2, 2), [2, 2, 2]);
        assert_eq!(sizes(7, 4, 3), [4, 3]);
        assert_eq!(sizes(5, 4, 3), [4]);
        assert_eq!(sizes(5, 4, 2), [3, 2]);
        assert_eq!(sizes(6, 4, 2), [3, 3]);
        assert_eq!(sizes(11, 4, 4), [4, 4]);
        assert_eq!(sizes(3, 4, 4), [0; 0]);
        assert_eq!(sizes(1, 2, 2), [0; 0]);
    }
}
