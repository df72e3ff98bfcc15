-- traps: review each statement before you run it.

-- invoice: (customer_id) probably references customer (customer_id), but no foreign key is declared: 4 of 4 rows match (100 %)
-- MyISAM takes no notice of foreign keys. First: ALTER TABLE `invoice` ENGINE = InnoDB; ALTER TABLE `customer` ENGINE = InnoDB;
ALTER TABLE `invoice` ADD FOREIGN KEY (`customer_id`) REFERENCES `customer` (`customer_id`);
